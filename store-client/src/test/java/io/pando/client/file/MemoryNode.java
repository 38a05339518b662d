package io.pando.client.file;

import io.pando.fs.EntryKey;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An inode of {@link MemoryTree} with what belongs to it. */
final class MemoryNode {
  Inode inode;

  /** The directory that has this directory; null for files and the root. */
  @Nullable MemoryNode parent;

  /** How often it is open. */
  int opens;

  final NavigableMap<EntryKey, MemoryNode> entries = new TreeMap<>();
  final MemoryBytes bytes = new MemoryBytes();
  final MemoryLocks locks = new MemoryLocks();

  MemoryNode(Inode inode, @Nullable MemoryNode parent) {
    this.inode = inode;
    this.parent = parent;
  }

  InodeContent.File file() {
    return (InodeContent.File) inode.content();
  }

  long directories() {
    return entries.values().stream().filter(it -> it.inode.isDirectory()).count();
  }
}
