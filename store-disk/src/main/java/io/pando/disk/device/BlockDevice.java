package io.pando.disk.device;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A medium for data: blocks of {@link io.pando.disk.StoreSpace#BLOCK_BYTES}, numbered from 0. A
 * write is certain to survive a crash only once {@link #flush} has returned. Buffers are direct,
 * hold whole blocks, and begin in memory at a multiple of the block size. Several threads may use
 * the device, for different blocks.
 */
public interface BlockDevice extends AutoCloseable {
  /** Number of blocks. */
  long blocks();

  /**
   * Makes sure, as far as possible, that the blocks {@code from} to {@code to}, exclusive, have
   * space on the medium.
   *
   * @return bytes that had to be written for it
   * @throws DeviceFullException if the medium has no space
   */
  long reserve(long from, long to) throws IOException;

  /**
   * Like {@link #reserve}, for blocks to which long runs will be written: writes nothing now.
   *
   * @return false if this device can provide space only by writing
   * @throws DeviceFullException if the medium has no space
   */
  default boolean claim(long from, long to) throws IOException {
    long _ = reserve(from, to);
    return true;
  }

  /** Space of the medium below the device. */
  default MediumSpace space() {
    return MediumSpace.OWN;
  }

  /**
   * Like {@link #reserve}, for blocks that were promised already: may use space that is otherwise
   * kept free.
   *
   * @throws DeviceFullException if the medium has no space
   */
  default long reserveLast(long from, long to) throws IOException {
    return reserve(from, to);
  }

  /**
   * Like {@link #reserve}, for blocks that were {@linkplain #claim claimed}: needs no further space
   * from the medium.
   */
  default long reserveClaimed(long from, long to) throws IOException {
    return reserve(from, to);
  }

  /**
   * Gives the space of blocks back to the medium, if others can use it. Their contents must not be
   * needed any more, and they must be {@linkplain #reserve reserved} before they are written again.
   *
   * @return whether the space was given back
   */
  default boolean discard(long from, long to) throws IOException {
    return false;
  }

  /** Receives ranges of consecutive blocks; the end is exclusive. */
  interface RangeVisitor {
    void onRange(long from, long to);
  }

  /** Reports the blocks below {@code to} that the medium has not reserved, as far as it knows. */
  default void eachUnreserved(long to, RangeVisitor visitor) throws IOException {}

  /** Fills the buffer's remaining bytes, starting at a block. */
  void read(long block, ByteBuffer into) throws IOException;

  /**
   * Writes the buffer's remaining bytes, starting at a block.
   *
   * @throws DeviceFullException if the medium has no space
   */
  void write(long block, ByteBuffer from) throws IOException;

  /** Makes everything written durable. */
  void flush() throws IOException;

  /** Writes as {@link #write} does, durably; with a single call where that is possible. */
  default void writeDurably(long block, ByteBuffer from) throws IOException {
    write(block, from);
    flush();
  }

  /** A writer that one thread uses to write to many places at once; it ends with the device. */
  default BlockWriter writer() throws IOException {
    return new PlainWriter(this);
  }

  /** How the device reads and writes, in a few words for people. */
  default String accessMode() {
    return "blocks";
  }

  /** Name of the device, for people. */
  String describe();

  @Override
  void close() throws IOException;
}
