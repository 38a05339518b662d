package io.pando.disk.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SortedSet;

/**
 * Files of a file system below one directory, named by paths relative to it. Folders are created as
 * needed. A write is certain to survive a crash only once {@link #sync} has returned. Before that,
 * any part of the writes may survive, in any order; within a file, only bytes that were written can
 * have changed. One thread uses it.
 */
public interface FileTree extends AutoCloseable {
  /** Result of {@link #read} for a file that does not exist. */
  int ABSENT = -1;

  /**
   * Fills a buffer's remaining bytes from a file, starting at an offset.
   *
   * @return number of bytes read before the file's end, or {@link #ABSENT}
   */
  int read(String path, long offset, ByteBuffer into) throws IOException;

  /** Writes bytes; creates or extends the file, with zeros before the offset. */
  void write(String path, long offset, ByteBuffer bytes) throws IOException;

  /** Zeros the bytes {@code from} to {@code to}, exclusive; does not extend the file. */
  void zero(String path, long from, long to) throws IOException;

  /** Truncates a file, if it exists and is longer. */
  void truncate(String path, long size) throws IOException;

  /** Removes a file, if it exists. */
  void delete(String path) throws IOException;

  /**
   * Creates a file with the bytes of another, or an empty file if the other does not exist. Does
   * nothing if the target exists. When this returns the file is durable; a crash leaves it complete
   * or absent.
   */
  void copy(String from, String into) throws IOException;

  /**
   * Gives a file another name, without reading it; creates an empty file if it does not exist. Does
   * nothing if the target exists. When this returns, the bytes of the file and its new name are
   * durable; a crash leaves all of its bytes that were durable, under one of the names.
   */
  void move(String from, String into) throws IOException;

  /** Makes everything durable. */
  void sync() throws IOException;

  /** All files. */
  SortedSet<String> files() throws IOException;

  @Override
  void close() throws IOException;
}
