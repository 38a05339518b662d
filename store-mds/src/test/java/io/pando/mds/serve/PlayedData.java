package io.pando.mds.serve;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.fs.Capability;
import io.pando.fs.CapabilitySet;
import io.pando.fs.DataObjects;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.mds.store.PlayedObjects;
import io.pando.op.ObjectOp;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** What clients do with the bytes of files. */
final class PlayedData {
  private static final List<CapabilitySet> OPENED =
      List.of(
          CapabilitySet.of(Capability.READ, Capability.CACHE),
          CapabilitySet.of(Capability.WRITE),
          CapabilitySet.of(Capability.READ, Capability.WRITE, Capability.BUFFER));
  private static final int MOST_WRITTEN = 5_000;
  private static final int MOST_BYTES = 40_000;

  private final Random64 random;
  private final PlayedObjects objects;
  private final FileLayout layout;
  private final SortedMap<Ino, Long> ends = new TreeMap<>();
  private final SortedSet<Ino> truncated = new TreeSet<>();

  PlayedData(Random64 random, PlayedObjects objects, FileLayout layout) {
    this.random = random;
    this.objects = objects;
    this.layout = layout;
  }

  /** Where the last data of a file was written. */
  long end(Ino file) {
    return ends.getOrDefault(file, 0L);
  }

  /** Whether a client asked to truncate a file. */
  boolean isTruncated(Ino file) {
    return truncated.contains(file);
  }

  /** Often a file whose objects are being removed, or were; otherwise {@code other}. */
  Ino removedOr(Ino other) {
    List<Ino> removed =
        ends.keySet().stream().filter(it -> objects.wasRemoved(DataObjects.name(it, 0))).toList();
    return removed.isEmpty() || random.oneIn(2) ? other : any(removed);
  }

  /** Size of a file by the data in its objects. */
  long sizeInObjects(Ino file) {
    SortedMap<Long, Long> sizes = new TreeMap<>();
    for (long i = 0; i < layout.objects(MOST_BYTES); i++) {
      int bytes = objects.size(DataObjects.name(file, i));
      if (bytes > 0) {
        sizes.put(i, (long) bytes);
      }
    }
    return DataObjects.sizeOfFile(layout, 0, sizes);
  }

  FsRequest truncate(Ino file) {
    truncated.add(file);
    return new FsRequest.SetAttributes(file, InodeChange.ofSize(random.nextInt(MOST_BYTES / 2)));
  }

  private <T> T any(List<T> some) {
    return some.get(random.nextInt(some.size()));
  }

  /** A client opens, writes or closes a file. */
  void use(PlayedMount mount) {
    List<Ino> writable = mount.writable();
    List<Ino> files = new ArrayList<>();
    mount
        .held()
        .forEach((ino, it) -> {
          if (it.seen != null && it.seen.content() instanceof InodeContent.File) {
            files.add(ino);
          }
        });
    if (!writable.isEmpty() && random.oneIn(2)) {
      write(mount, any(writable));
    } else if (!files.isEmpty() && random.oneIn(2)) {
      mount.open(any(files), any(OPENED));
    } else if (!files.isEmpty()) {
      mount.drop(any(files));
    }
  }

  private void write(PlayedMount mount, Ino file) {
    int to = (int) Objects.requireNonNull(mount.held().get(file)).writableTo;
    int offset = random.nextInt(to);
    int length = 1 + random.nextInt(Math.min(to - offset, MOST_WRITTEN));
    for (FileLayout.Extent each : layout.extents(new ByteRange(offset, length))) {
      Payload data = Payload.wrap(new byte[(int) each.inObject().length()]);
      var _ =
          objects.execute(
              DataObjects.name(file, each.object()),
              List.of(new ObjectOp.Write(each.inObject().offset(), data)));
    }
    mount.wrote(file, offset + length);
    ends.merge(file, (long) offset + length, Math::max);
  }
}
