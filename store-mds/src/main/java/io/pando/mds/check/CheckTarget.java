package io.pando.mds.check;

import io.pando.check.Invariant;
import io.pando.cluster.ClusterMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.Rank;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.id.PoolId;
import io.pando.mds.journal.JournalLayout;
import java.util.List;

/**
 * A file system to check.
 *
 * @param hash of its names
 * @param journal where the journal of its rank is
 * @param begun whether the rank was active before, so that it must have a journal
 * @param metadata pool of the metadata
 * @param data pools of the contents of files
 */
public record CheckTarget(
    NameHash hash, JournalLayout journal, boolean begun, PoolId metadata, List<PoolId> data) {
  private static final int FIRST_STRAY = 256;

  public CheckTarget {
    data = List.copyOf(data);
  }

  /** A file system of a map, with a journal in objects of the usual size. */
  public static CheckTarget of(ClusterMap map, FileSystem system) {
    Rank rank = system.ranks().get(0);
    PoolId metadata = system.pools().metadata();
    return new CheckTarget(
        new NameHash(
            Invariant.present(map.pools().get(metadata), () -> "no metadata pool " + metadata)
                .treeKey()),
        new JournalLayout(0, JournalLayout.USUAL_OBJECT_BYTES),
        rank != null && rank.begun(),
        metadata,
        system.pools().data());
  }

  /** The same with a journal elsewhere. */
  public CheckTarget with(JournalLayout other) {
    return new CheckTarget(hash, other, begun, metadata, data);
  }

  /** The directory of inodes without a name. */
  Ino strays() {
    return new Ino(FIRST_STRAY + journal.rank());
  }

  /** Whether an inode belongs to the file system itself: it is in the link table, without names. */
  boolean isReserved(Ino ino) {
    return ino.equals(Ino.ROOT) || ino.equals(strays());
  }
}
