package io.pando.cli.daemon;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.OsdEntry;
import io.pando.disk.ShardFolders;
import java.nio.file.Path;

/**
 * Number of shards of an OSD. More shards than the machine can keep busy only make batches smaller:
 * each shard has its own flush, a stream to each peer and a pair of threads.
 *
 * @param processors processors of the machine
 */
record ShardCount(int processors) {
  private static final int PROCESSORS_OF_SHARD = 2;
  private static final int MOST = 8;

  /** For OSDs on this machine. */
  static ShardCount ofThisMachine() {
    return new ShardCount(Runtime.getRuntime().availableProcessors());
  }

  /** Folder of the stores of the OSD's shards. */
  static Path folder(OsdEntry osd) {
    return osd.data().resolve("store");
  }

  /**
   * The configured number; else the number that the OSD was created with; else a number that suits
   * the machine.
   */
  int of(ClusterConfig config, OsdEntry osd) {
    if (config.settings().osd().computing().shards() > 0) {
      return config.settings().osd().computing().shards();
    }
    int made = ShardFolders.count(folder(osd));
    return made > 0 ? made : suitable(config, osd);
  }

  private int suitable(ClusterConfig config, OsdEntry osd) {
    long neighbours =
        config.osds().stream().filter(other -> other.host().equals(osd.host())).count();
    long share = processors / (PROCESSORS_OF_SHARD * neighbours);
    return Math.clamp(share, 1, MOST);
  }
}
