package io.pando.disk.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SortedSet;

/**
 * Files of a file system below one directory, named by paths that are relative to it; folders come
 * by themselves. What was written is surely there after a crash only once {@link #sync} has
 * returned; before that any part of it may be, in any order, and of a file's bytes those that were
 * written alone may have changed. One thread uses it.
 */
public interface FileTree extends AutoCloseable {
  /** What {@link #read} returns for a file that is not there. */
  int ABSENT = -1;

  /**
   * Fills a buffer's remaining bytes with those of a file from an offset on.
   *
   * @return how many there were before the file's end, or {@link #ABSENT}
   */
  int read(String path, long offset, ByteBuffer into) throws IOException;

  /** Writes bytes; makes the file, or makes it longer, with zeros before the offset. */
  void write(String path, long offset, ByteBuffer bytes) throws IOException;

  /** Bytes of a file from one to another, not included, are zeros; it does not become longer. */
  void zero(String path, long from, long to) throws IOException;

  /** Cuts a file, if it is there and longer. */
  void truncate(String path, long size) throws IOException;

  /** Removes a file, if it is there. */
  void delete(String path) throws IOException;

  /**
   * Makes a file with the bytes of another, an empty one if there is no such other, unless it is
   * there already. When this returns it is durable; a crash leaves it whole or not at all.
   */
  void copy(String from, String into) throws IOException;

  /** Makes everything durable. */
  void sync() throws IOException;

  /** All files. */
  SortedSet<String> files() throws IOException;

  /** Where it is, for people. */
  String describe();

  @Override
  void close() throws IOException;
}
