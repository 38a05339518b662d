package io.pando.mds.format;

import io.pando.fs.inode.FragmentTotals;

/** Head of a fragment's object: {@link io.pando.mds.table.Stored}. */
public record StoredTotals(long version, FragmentTotals totals) {}
