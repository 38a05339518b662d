package io.pando.disk.log;

import java.io.IOException;
import java.util.SortedSet;

/**
 * Where the segments of one log are kept: a folder, or the memory of a simulation. Segments have
 * numbers, which are never used twice, and all the same size. One thread uses it.
 */
public interface LogMedium extends AutoCloseable {
  /** Numbers of the segments that are there. */
  SortedSet<Long> segments() throws IOException;

  /**
   * Makes a segment, durably there once this has returned; it may hold anything, above all what an
   * earlier one held. One of that number may be there, if its making was cut short.
   *
   * @throws io.pando.disk.device.DeviceFullException if there is no room, which is never so for
   *     what was reserved
   */
  LogSegment create(long number) throws IOException;

  /**
   * Makes sure that so many segments can be made, should the medium have no room then.
   *
   * @return how many can: fewer if there is no room even now
   */
  int reserve(int count) throws IOException;

  /** Opens a segment that is there. */
  LogSegment open(long number) throws IOException;

  /** A segment is not needed any more. Its space may serve for another. */
  void retire(long number) throws IOException;

  /** Where it is, for people. */
  String describe();

  @Override
  void close() throws IOException;
}
