"""What a link says of itself where it is posted: a preview, and the picture of an attempt."""
