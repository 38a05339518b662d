package io.pando.mds.format;

/** Head of a table that says nothing of itself but its version. */
public record StoredVersion(long version) {}
