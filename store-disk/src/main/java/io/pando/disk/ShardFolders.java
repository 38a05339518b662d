package io.pando.disk;

import io.pando.id.ClusterId;
import io.pando.id.OsdId;
import io.pando.port.EventLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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

  /** The folder of a shard below a directory. */
  public static Path of(Path directory, int shard) {
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

  /** Formats the store of a shard. */
  public interface Formatter {
    void format(Path shard, StoreIdentity identity) throws StoreException;
  }

  /** Opens the store of a shard. */
  public interface Opener<S> {
    S open(Path shard, StoreIdentity identity, EventLoop owner) throws StoreException;
  }

  /**
   * Opens a store for each owner, and makes missing stores. If one fails, the stores opened before
   * are closed.
   */
  public <S extends LocalStore> List<S> openAll(
      ClusterId cluster,
      OsdId osd,
      List<? extends EventLoop> owners,
      Formatter formatter,
      Opener<S> opener)
      throws StoreException {
    List<S> stores = new ArrayList<>();
    boolean complete = false;
    try {
      for (EventLoop owner : owners) {
        StoreIdentity identity = new StoreIdentity(cluster, osd, stores.size());
        Path shard = of(stores.size());
        StoreFolder folder = new StoreFolder(shard);
        if (!folder.isFormatted() && folder.isFresh()) {
          formatter.format(shard, identity);
        }
        stores.add(opener.open(shard, identity, owner));
      }
      complete = true;
      return List.copyOf(stores);
    } finally {
      if (!complete) {
        close(stores);
      }
    }
  }

  /** Closes all stores, even if one fails. */
  public static void close(List<? extends LocalStore> stores) throws StoreException {
    StoreException first = null;
    for (LocalStore store : stores) {
      try {
        store.close();
      } catch (StoreException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private void refuseOtherCount() throws StoreException {
    boolean more = Files.exists(of(shards));
    boolean fewer = Files.exists(of(0)) && !Files.exists(of(shards - 1));
    if (more || fewer) {
      throw new StoreException(
          String.format(
              "%s was made for %s than %s shards: start the daemon with the number of shards"
                  + " it was made with",
              directory, more ? "more" : "fewer", shards));
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
