//! A program that does nothing: what it costs to start one.

fn main() {}
