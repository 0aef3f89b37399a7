"""The Inbox tab: emails to answer, the calendar that they need, and the form that answers them."""
