"""Carry the kernel to the people who use it: designs, reviews, checks."""
