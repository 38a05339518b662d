package io.pando.message;

/** Something one node says to another. */
public interface Message {}
