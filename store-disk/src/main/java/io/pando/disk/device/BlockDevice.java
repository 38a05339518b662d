package io.pando.disk.device;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What holds the data: blocks of {@link io.pando.disk.StoreSpace#BLOCK_BYTES}, counted from 0. What
 * was written is surely there after a crash only once {@link #flush} has returned. Buffers are
 * whole blocks, direct, and begin at a multiple of the block size in memory. Several threads may
 * use it, for different blocks.
 */
public interface BlockDevice extends AutoCloseable {
  /** Number of blocks. */
  long blocks();

  /**
   * Makes sure that the blocks from one to another, not included, have room on the medium, as far
   * as that can be had beforehand.
   *
   * @return bytes that had to be written for it
   * @throws DeviceFullException if they have not
   */
  long reserve(long from, long to) throws IOException;

  /**
   * Does the same for blocks to which long runs will be written: nothing is written for it now.
   *
   * @return false where only writing can give them room
   * @throws DeviceFullException if they have not
   */
  default boolean claim(long from, long to) throws IOException {
    long _ = reserve(from, to);
    return true;
  }

  /** What there is below the device. */
  default MediumSpace space() {
    return MediumSpace.OWN;
  }

  /**
   * Makes room as {@link #reserve} does, for what was promised already: it may take what is
   * otherwise kept free.
   *
   * @throws DeviceFullException if there is none
   */
  default void reserveLast(long from, long to) throws IOException {
    long _ = reserve(from, to);
  }

  /**
   * Makes room as {@link #reserve} does for blocks that were {@linkplain #claim claimed}: it does
   * not need any from the medium.
   */
  default void reserveClaimed(long from, long to) throws IOException {
    long _ = reserve(from, to);
  }

  /**
   * Gives the room of blocks back to the medium, if others can use it: nothing needs what they
   * hold, and they must be {@linkplain #reserve reserved} before they are written again.
   *
   * @return whether it was given back
   */
  default boolean discard(long from, long to) throws IOException {
    return false;
  }

  /** Told of blocks in a row. */
  interface RangeVisitor {
    void onRange(long from, long to);
  }

  /** Tells which blocks below one the medium has no room set aside for, as far as it knows. */
  default void eachUnreserved(long to, RangeVisitor visitor) throws IOException {}

  /** Fills the buffer's remaining bytes from a block onwards. */
  void read(long block, ByteBuffer into) throws IOException;

  /**
   * Writes the buffer's remaining bytes to a block and those behind it.
   *
   * @throws DeviceFullException if the medium has no room
   */
  void write(long block, ByteBuffer from) throws IOException;

  /** Makes everything written durable. */
  void flush() throws IOException;

  /** Writes as {@link #write} does, and makes that durable, if possible at once. */
  default void writeDurably(long block, ByteBuffer from) throws IOException {
    write(block, from);
    flush();
  }

  /** A way for one thread to write to many places at once; it ends with the device. */
  default BlockWriter writer() throws IOException {
    return new PlainWriter(this);
  }

  /** How it does what it does, in a few words for people. */
  default String manner() {
    return "blocks";
  }

  /** What it is, for people. */
  String describe();

  @Override
  void close() throws IOException;
}
