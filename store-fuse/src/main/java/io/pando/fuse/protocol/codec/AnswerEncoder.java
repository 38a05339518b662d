package io.pando.fuse.protocol.codec;

import io.pando.bytes.Payload;
import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.FileLock;
import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.FuseStatistics;
import io.pando.fuse.protocol.Opcode;
import io.pando.fuse.protocol.OpenFlag;
import java.nio.ByteBuffer;

/**
 * Encodes answers: {@code fuse_out_header} and the structure of the answer.
 *
 * <pre>
 *   0  length, 4 bytes, this header included
 *   4  negated error number, 4; 0 if it succeeded
 *   8  unique of the request, 8
 * </pre>
 *
 * An answer is written from the buffer's beginning; the buffer is then flipped.
 */
public final class AnswerEncoder {
  /** Size of the header. */
  public static final int HEADER_BYTES = 16;

  /** Size of the largest answer without data: that of extended attributes, and the header. */
  private static final int STRUCTURE_BYTES = 304;

  private static final int STATISTICS_SPARE_BYTES = 28;
  private static final int MOST_IOCTL_HEADER_BYTES = HEADER_BYTES + 16;

  private AnswerEncoder() {}

  /** Bytes that a buffer for the answer needs at most. */
  public static int bytes(FuseAnswer answer) {
    return switch (answer) {
      case FuseAnswer.Data data -> HEADER_BYTES + Math.max(Long.BYTES, data.bytes().size());
      case FuseAnswer.IoctlResult result -> MOST_IOCTL_HEADER_BYTES + result.data().size();
      default -> STRUCTURE_BYTES;
    };
  }

  /**
   * Encodes an error.
   *
   * @param errno positive, at most {@link Errno#MOST}
   */
  public static void error(long unique, int errno, ByteBuffer into) {
    if (errno <= 0 || errno > Errno.MOST) {
      throw new IllegalArgumentException(
          "an error number is 1 to %d, is %d".formatted(Errno.MOST, errno));
    }
    into.clear();
    into.putInt(HEADER_BYTES).putInt(-errno).putLong(unique);
    into.flip();
  }

  /** Encodes the success of a request that has nothing to tell. */
  public static void done(long unique, ByteBuffer into) {
    into.clear();
    into.putInt(HEADER_BYTES).putInt(0).putLong(unique);
    into.flip();
  }

  /**
   * Encodes an answer. The value of an extended attribute becomes its length if that was asked, and
   * the error {@link Errno#ERANGE} if it is larger than allowed. Throws {@link
   * IllegalArgumentException}, with nothing encoded, if the request cannot have this answer.
   */
  public static void answer(long unique, AnswerRule rule, FuseAnswer answer, ByteBuffer into) {
    if (!rule.opcode().mayBeAnsweredBy(answer)) {
      throw new IllegalArgumentException(
          "%s is not answered by %s".formatted(rule.opcode(), answer));
    }
    int xattrBytes = xattrBytes(rule.opcode(), answer);
    if (xattrBytes >= 0 && rule.mostBytes() > 0 && xattrBytes > rule.mostBytes()) {
      error(unique, Errno.ERANGE, into);
      return;
    }
    checkSize(rule, answer);
    into.clear();
    into.position(HEADER_BYTES);
    if (xattrBytes >= 0 && rule.mostBytes() == 0) {
      into.putInt(xattrBytes).putInt(0);
    } else {
      put(answer, into);
    }
    into.putInt(0, into.position()).putInt(4, 0).putLong(8, unique);
    into.flip();
  }

  /** Length of the value or the names; -1 if the request is not about extended attributes. */
  private static int xattrBytes(Opcode opcode, FuseAnswer answer) {
    if (opcode != Opcode.GETXATTR && opcode != Opcode.LISTXATTR) {
      return -1;
    }
    return switch (answer) {
      case FuseAnswer.Data data -> data.bytes().size();
      case FuseAnswer.Length length -> length.bytes();
      default -> -1;
    };
  }

  private static void checkSize(AnswerRule rule, FuseAnswer answer) {
    boolean isXattr = rule.opcode() == Opcode.GETXATTR || rule.opcode() == Opcode.LISTXATTR;
    long bytes =
        switch (answer) {
          case FuseAnswer.Data data when !isXattr -> data.bytes().size();
          case FuseAnswer.IoctlResult result -> result.data().size();
          case FuseAnswer.Written written -> Integer.toUnsignedLong(written.bytes());
          case FuseAnswer.Length length when rule.mostBytes() > 0 ->
              throw new IllegalArgumentException(
                  "%s asked for a value and not for its length, %d"
                      .formatted(rule.opcode(), length.bytes()));
          default -> 0;
        };
    if (bytes > rule.mostBytes()) {
      throw new IllegalArgumentException(
          "%s allows %d bytes of answer, given %d"
              .formatted(rule.opcode(), rule.mostBytes(), bytes));
    }
  }

  private static void put(FuseAnswer answer, ByteBuffer into) {
    switch (answer) {
      case FuseAnswer.Done _ -> {}
      case FuseAnswer.Entry entry -> AttributeEncoder.putEntry(entry, into);
      case FuseAnswer.NoEntry none -> AttributeEncoder.putNoEntry(none, into);
      case FuseAnswer.Attributes found ->
          AttributeEncoder.putAttributes(found.attributes(), found.validNanos(), into);
      case FuseAnswer.ExtendedAttributes found ->
          AttributeEncoder.putExtended(found.attributes(), found.validNanos(), into);
      case FuseAnswer.Opened opened -> putOpened(opened, into);
      case FuseAnswer.Created created -> {
        AttributeEncoder.putEntry(created.entry(), into);
        putOpened(created.opened(), into);
      }
      case FuseAnswer.Data data -> putData(data.bytes(), into);
      case FuseAnswer.Length length -> into.putInt(length.bytes()).putInt(0);
      case FuseAnswer.Written written -> into.putInt(written.bytes()).putInt(0);
      case FuseAnswer.Statistics found -> putStatistics(found.space(), into);
      case FuseAnswer.Lock lock -> putLock(lock.lock(), into);
      case FuseAnswer.Block block -> into.putLong(block.number());
      case FuseAnswer.Offset offset -> into.putLong(offset.bytes());
      case FuseAnswer.IoctlResult result -> {
        into.putInt(result.result()).putInt(0).putInt(0).putInt(0);
        putData(result.data(), into);
      }
      case FuseAnswer.Polled polled -> into.putInt(polled.events()).putInt(0);
    }
  }

  private static void putOpened(FuseAnswer.Opened opened, ByteBuffer into) {
    int flags = 0;
    for (OpenFlag each : opened.flags()) {
      flags |= each.bit();
    }
    into.putLong(opened.handle()).putInt(flags).putInt(0);
  }

  /** The only copy of the data on its way to the kernel. */
  static void putData(Payload data, ByteBuffer into) {
    data.asByteBuffers().forEach(into::put);
  }

  /** {@code fuse_kstatfs}. */
  private static void putStatistics(FuseStatistics space, ByteBuffer into) {
    into.putLong(space.blocks()).putLong(space.freeBlocks()).putLong(space.availableBlocks());
    into.putLong(space.inodes()).putLong(space.freeInodes());
    into.putInt(space.blockBytes()).putInt(FuseStatistics.MOST_NAME_BYTES);
    into.putInt(space.blockBytes());
    into.put(new byte[STATISTICS_SPARE_BYTES]);
  }

  /** {@code fuse_file_lock}. */
  private static void putLock(FileLock lock, ByteBuffer into) {
    into.putLong(lock.start()).putLong(lock.end());
    into.putInt(lock.kind().number()).putInt(lock.pid());
  }
}
