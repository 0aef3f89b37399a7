"""What is sent to others: an attempt in words, its picture, and the preview of a link."""
