"""Commented designs to start from, carried as package data."""
