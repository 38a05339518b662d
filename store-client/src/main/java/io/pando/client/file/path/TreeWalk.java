package io.pando.client.file.path;

import io.pando.client.file.FileEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** A file and all below it, a directory before its entries. */
final class TreeWalk implements Iterator<FileEntry> {
  private final Function<FileEntry, Iterator<FileEntry>> list;

  /** What is left of the directories on the way to the newest entry, the lowest first. */
  private final Deque<Iterator<FileEntry>> open = new ArrayDeque<>();

  /**
   * A walk.
   *
   * @param list lists a directory
   */
  TreeWalk(FileEntry top, Function<FileEntry, Iterator<FileEntry>> list) {
    this.list = list;
    open.push(List.of(top).iterator());
  }

  Stream<FileEntry> stream() {
    return StreamSupport.stream(
        Spliterators.spliteratorUnknownSize(
            this, Spliterator.NONNULL | Spliterator.IMMUTABLE | Spliterator.ORDERED),
        false);
  }

  @Override
  public boolean hasNext() {
    while (!open.isEmpty() && !open.peek().hasNext()) {
      open.pop();
    }
    return !open.isEmpty();
  }

  @Override
  public FileEntry next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    FileEntry entry = open.element().next();
    if (entry.stat().isDirectory()) {
      open.push(list.apply(entry));
    }
    return entry;
  }
}
