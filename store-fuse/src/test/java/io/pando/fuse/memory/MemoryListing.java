package io.pando.fuse.memory;

import io.pando.fuse.protocol.DirectoryEntry;
import io.pando.fuse.protocol.FileRequest;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.NodeAttributes.Kind;
import io.pando.fuse.protocol.codec.DirectoryPage;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** Listings of directories. */
final class MemoryListing {
  private static final long SELF = 1;
  private static final long PARENT = 2;

  private MemoryListing() {}

  static FuseAnswer list(
      MemoryNode node,
      FileRequest.ReadDirectory request,
      Function<MemoryNode, FuseAnswer.Entry> lookup) {
    DirectoryPage page = new DirectoryPage(request);
    long from = request.position();
    boolean room = from >= SELF || page.add(dots(SELF, node, "."));
    room = room && (from >= PARENT || page.add(dots(PARENT, parent(node), "..")));
    for (Map.Entry<Long, FuseName> each : node.positions.tailMap(from, false).entrySet()) {
      if (!room) {
        break;
      }
      MemoryNode child = Objects.requireNonNull(node.child(each.getValue()));
      DirectoryEntry entry =
          new DirectoryEntry(each.getKey(), child.ino, child.mode & Kind.TYPE, each.getValue());
      if (page.withLookup()) {
        FuseAnswer.Entry found = lookup.apply(child);
        room = page.add(entry, found);
        child.lookups -= room ? 0 : 1;
      } else {
        room = page.add(entry);
      }
    }
    return page.answer();
  }

  private static MemoryNode parent(MemoryNode node) {
    return Objects.requireNonNull(node.parent);
  }

  private static DirectoryEntry dots(long position, MemoryNode node, String name) {
    return new DirectoryEntry(position, node.ino, Kind.DIRECTORY, FuseName.of(name));
  }
}
