"""What an answer does and says, worked out once for all the graders of a desk."""
