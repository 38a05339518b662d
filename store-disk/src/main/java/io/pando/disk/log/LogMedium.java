package io.pando.disk.log;

import java.io.IOException;
import java.util.SortedSet;

/**
 * The place of one log's segments: a folder, or memory of a simulation. Segments have numbers,
 * which are never reused, and all have the same size. One thread uses it.
 */
public interface LogMedium extends AutoCloseable {
  /** Numbers of the existing segments. */
  SortedSet<Long> segments() throws IOException;

  /**
   * Creates a segment, durably. Its contents are arbitrary, usually those of an earlier segment. A
   * segment of that number may exist already if its creation was interrupted.
   *
   * @throws io.pando.disk.device.DeviceFullException if there is no space; never for a reserved
   *     segment
   */
  LogSegment create(long number) throws IOException;

  /**
   * Makes sure that {@code count} segments can be created even if the medium has no space then.
   *
   * @return number of reserved segments; less than {@code count} if space is already lacking
   */
  int reserve(int count) throws IOException;

  /** Opens an existing segment. */
  LogSegment open(long number) throws IOException;

  /** Releases a segment; its space may be used for another one. */
  void retire(long number) throws IOException;

  /** Location, for people. */
  String describe();

  @Override
  void close() throws IOException;
}
