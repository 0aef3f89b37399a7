"""An endpoint that answers over HTTP: where its key may go, and how fast it is asked."""
