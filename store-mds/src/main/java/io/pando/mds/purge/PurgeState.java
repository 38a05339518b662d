package io.pando.mds.purge;

import org.jspecify.annotations.Nullable;

/**
 * The purge of a rank, for people.
 *
 * @param waiting number of inodes without a name, those included that clients use
 * @param underWay number of inodes that are being removed
 * @param removed number of inodes that were removed since the server holds the rank
 * @param problem the newest failure as a sentence; null if the newest inode was removed
 */
public record PurgeState(long waiting, int underWay, long removed, @Nullable String problem) {}
