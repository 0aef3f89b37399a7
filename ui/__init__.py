"""The page: one module per tab, and the drawing that they share."""
