package io.pando.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folders of a daemon's stores, one for each shard: {@code shard-0} and so on. */
public final class ShardFolders {
  private final Path directory;
  private final int shards;

  /** The folders of {@code shards} stores below a directory. */
  public ShardFolders(Path directory, int shards) {
    this.directory = directory;
    this.shards = shards;
  }

  /** Number of shard folders below a directory; 0 if they do not exist yet, or are incomplete. */
  public static int count(Path directory) {
    int count = 0;
    while (Files.exists(of(directory, count))) {
      count++;
    }
    return count;
  }

  /** The folder of a shard. */
  public Path of(int shard) {
    return of(directory, shard);
  }

  private static Path of(Path directory, int shard) {
    return directory.resolve("shard-" + shard);
  }

  /**
   * Creates the missing folders. Refuses a different number of shards, and stores of another kind.
   */
  public void prepare(StoreKind kind) throws StoreException {
    refuseOtherCount();
    try {
      refuseOtherKind(kind);
      // In descending order: if the first folder exists, all exist, even after a crash in between.
      for (int shard = shards - 1; shard >= 0; shard--) {
        Files.createDirectories(of(shard));
      }
    } catch (IOException e) {
      throw new StoreException(directory + " cannot be used: " + e, e);
    }
  }

  private void refuseOtherCount() throws StoreException {
    boolean more = Files.exists(of(shards));
    boolean fewer = Files.exists(of(0)) && !Files.exists(of(shards - 1));
    if (more || fewer) {
      throw new StoreException(
          directory
              + " was made for "
              + (more ? "more" : "fewer")
              + " than "
              + shards
              + " shards: start the daemon with the number of shards it was made with");
    }
  }

  private void refuseOtherKind(StoreKind kind) throws IOException, StoreException {
    for (int shard = 0; shard < shards; shard++) {
      Path superblock = new StoreFolder(of(shard)).superblock();
      if (Files.exists(superblock)) {
        kind.refuseOther(superblock);
      }
    }
  }
}
