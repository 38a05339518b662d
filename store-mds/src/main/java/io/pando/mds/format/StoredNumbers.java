package io.pando.mds.format;

import io.pando.fs.Ino;

/** Head of the session table: the first inode number that no session was given. */
public record StoredNumbers(long version, Ino next) {}
