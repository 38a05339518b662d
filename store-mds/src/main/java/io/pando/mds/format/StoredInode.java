package io.pando.mds.format;

import io.pando.fs.inode.Inode;

/** Value of an entry of the link table: {@link io.pando.mds.table.Stored}. */
public record StoredInode(long version, Inode inode) {}
