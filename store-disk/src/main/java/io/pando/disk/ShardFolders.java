package io.pando.disk;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The folders of a daemon's stores, one for each shard: {@code shard-0} and so on. */
public final class ShardFolders {
  private final Path directory;
  private final int shards;

  /** Of so many shards, below a directory. */
  public ShardFolders(Path directory, int shards) {
    this.directory = directory;
    this.shards = shards;
  }

  /** How many there are below a directory; 0 if they are not made yet, or not all of them. */
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

  /** Makes those that are not there, unless there were others or those of other stores. */
  public void prepare(StoreKind kind) throws StoreException {
    refuseOtherCount();
    try {
      refuseOtherKind(kind);
      // The last first, so that if the first is there all are: a crash can come between them.
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
