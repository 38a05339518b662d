package io.pando.mds.names;

import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.inode.Permissions;
import io.pando.id.PoolId;
import java.util.List;

/**
 * Settings of the names of a rank.
 *
 * @param layout of files, where no directory says otherwise
 * @param pools pools that layouts may name
 * @param root permissions of the root directory of a new file system
 * @param rank number of the rank, 0 to {@value #MOST_RANK}
 */
public record NamesConfig(FileLayout layout, List<PoolId> pools, Permissions root, int rank) {
  /** The largest number of a rank. */
  public static final int MOST_RANK = 255;

  private static final int FIRST_STRAY = 256;

  public NamesConfig {
    pools = List.copyOf(pools);
    if (rank < 0 || rank > MOST_RANK) {
      throw new IllegalArgumentException("a rank is 0 to %d, not %d".formatted(MOST_RANK, rank));
    }
  }

  /** The stray directory of the rank: inodes without a name that are in use. */
  public Ino strays() {
    return new Ino(FIRST_STRAY + rank);
  }
}
