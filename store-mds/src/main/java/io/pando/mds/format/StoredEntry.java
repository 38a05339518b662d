package io.pando.mds.format;

import io.pando.fs.inode.DirEntry;

/** Value of an entry of a fragment's object: {@link io.pando.mds.table.Stored}. */
public record StoredEntry(long version, DirEntry entry) {}
