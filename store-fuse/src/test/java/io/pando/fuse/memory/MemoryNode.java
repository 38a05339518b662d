package io.pando.fuse.memory;

import io.pando.bytes.Payload;
import io.pando.fuse.protocol.FuseContext;
import io.pando.fuse.protocol.FuseName;
import io.pando.fuse.protocol.NodeAttributes;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An inode. */
final class MemoryNode {
  /** An entry of a directory, and where it is in listings. */
  record Entry(MemoryNode node, long position) {}

  private static final long FIRST_POSITION = 3;

  final long ino;
  final MemoryData data = new MemoryData();
  final MemoryLocks locks = new MemoryLocks();
  final NavigableMap<FuseName, Payload> xattrs = new TreeMap<>();
  final NavigableMap<FuseName, Entry> entries = new TreeMap<>();
  final NavigableMap<Long, FuseName> positions = new TreeMap<>();
  final Instant birth = Instant.now();
  int mode;
  int device;
  int links = 1;
  int uid;
  int gid;
  Instant accessed = birth;
  Instant modified = birth;
  Instant changed = birth;
  long lookups;
  int opens;
  Payload target = Payload.EMPTY;
  @Nullable MemoryNode parent;
  private long nextPosition = FIRST_POSITION;

  MemoryNode(long ino, int mode, int uid, int gid) {
    this.ino = ino;
    this.mode = mode;
    this.uid = uid;
    this.gid = gid;
  }

  static MemoryNode of(long ino, int mode, FuseContext context) {
    return new MemoryNode(ino, mode, context.uid(), context.gid());
  }

  boolean isDirectory() {
    return (mode & NodeAttributes.Kind.TYPE) == NodeAttributes.Kind.DIRECTORY;
  }

  boolean isUnused() {
    return links == 0 && lookups == 0 && opens == 0;
  }

  @Nullable MemoryNode child(FuseName name) {
    Entry entry = entries.get(name);
    return entry == null ? null : entry.node;
  }

  void put(FuseName name, MemoryNode node) {
    remove(name);
    Entry entry = new Entry(node, nextPosition++);
    entries.put(name, entry);
    positions.put(entry.position, name);
    if (node.isDirectory()) {
      node.parent = this;
      links++;
    }
    touch();
  }

  void remove(FuseName name) {
    Entry old = entries.remove(name);
    if (old != null) {
      positions.remove(old.position);
      links -= old.node.isDirectory() ? 1 : 0;
      touch();
    }
  }

  /** Data, or entries, changed. */
  void touch() {
    modified = Instant.now();
    changed = modified;
  }

  NodeAttributes attributes() {
    boolean isLink = (mode & NodeAttributes.Kind.TYPE) == NodeAttributes.Kind.SYMBOLIC_LINK;
    long size = isLink ? target.size() : data.size();
    return new NodeAttributes(
        ino,
        new NodeAttributes.Kind(mode, links, device),
        new NodeAttributes.Owner(uid, gid),
        new NodeAttributes.Size(size, data.blocks(), 4096),
        new NodeAttributes.Times(accessed, modified, changed),
        birth);
  }
}
