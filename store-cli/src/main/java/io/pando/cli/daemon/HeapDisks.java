package io.pando.cli.daemon;

import io.pando.cli.config.OsdEntry;
import io.pando.disk.memory.MemoryDisk;
import io.pando.disk.shards.LocalStores;
import io.pando.port.EventLoop;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Disks of OSDs on the heap in place of files, for tests of applications. They outlive the OSDs'
 * stores, so that an OSD can be stopped and started again. Not thread-safe.
 */
public final class HeapDisks {
  private final SortedMap<Integer, List<MemoryDisk>> disks = new TreeMap<>();

  /** Opens the stores of an OSD, which has the same number of loops each time. */
  LocalStores open(OsdEntry osd, long capacityBytes, List<EventLoop> loops) {
    List<MemoryDisk> own =
        disks.computeIfAbsent(
            osd.id(),
            _ -> loops.stream().map(_ -> new MemoryDisk(capacityBytes / loops.size())).toList());
    return LocalStores.onHeap(own, loops);
  }
}
