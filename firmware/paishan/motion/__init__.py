"""The three ways anything moves, and what people touch and see: filters, keys, display."""
