package io.pando.fuse.protocol.codec;

import io.pando.fuse.protocol.Errno;
import io.pando.fuse.protocol.InitFlag;
import io.pando.fuse.protocol.KernelMessage;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;

/**
 * What kernel and file system agreed on.
 *
 * @param minor version of the protocol, below 7
 * @param flags those that both have
 */
public record SessionTerms(int minor, Set<InitFlag> flags, SessionWishes wishes) {
  /** The version of the protocol. */
  public static final int MAJOR = 7;

  /** The oldest minor version that is spoken here, that of Linux 5.4. */
  public static final int OLDEST_MINOR = 31;

  /** The newest minor version that is spoken here. */
  public static final int NEWEST_MINOR = 39;

  private static final int PAGE_BYTES = 4096;
  private static final int TIME_GRANULARITY_NANOS = 1;
  private static final int HIGH_FLAGS = 32;
  private static final int UNUSED_BYTES = 28;

  /**
   * The terms for what a kernel offers.
   *
   * @return empty if its version is too old
   */
  public static Optional<SessionTerms> agree(KernelMessage.Init offer, SessionWishes wishes) {
    if (offer.major() != MAJOR || offer.minor() < OLDEST_MINOR) {
      return Optional.empty();
    }
    long both = offer.flags() & InitFlag.bits(wishes.flags());
    int readahead =
        Integer.compareUnsigned(offer.maxReadaheadBytes(), wishes.maxReadaheadBytes()) < 0
            ? offer.maxReadaheadBytes()
            : wishes.maxReadaheadBytes();
    SessionWishes met =
        new SessionWishes(
            wishes.flags(),
            wishes.maxWriteBytes(),
            readahead,
            wishes.maxBackground(),
            wishes.congestionThreshold());
    return Optional.of(
        new SessionTerms(Math.min(offer.minor(), NEWEST_MINOR), InitFlag.of(both), met));
  }

  /**
   * Encodes the answer to {@link KernelMessage.Init}, {@code fuse_init_out}.
   *
   * <pre>
   *   0  major, minor, read-ahead in bytes, flags, 4 bytes each
   *  16  most background requests, congestion threshold, 2 each
   *  20  most bytes of a write, granularity of times in nanoseconds, 4 each
   *  28  most pages of a request, alignment of mappings, 2 each
   *  32  the other flags, 4; 28 are unused
   * </pre>
   */
  public void encode(long unique, ByteBuffer into) {
    long bits = InitFlag.bits(flags);
    into.clear();
    into.position(AnswerEncoder.HEADER_BYTES);
    into.putInt(MAJOR).putInt(minor).putInt(wishes.maxReadaheadBytes()).putInt((int) bits);
    into.putShort((short) wishes.maxBackground());
    into.putShort((short) wishes.congestionThreshold());
    into.putInt(wishes.maxWriteBytes()).putInt(TIME_GRANULARITY_NANOS);
    into.putShort((short) (wishes.maxWriteBytes() / PAGE_BYTES)).putShort((short) 0);
    into.putInt((int) (bits >>> HIGH_FLAGS));
    into.put(new byte[UNUSED_BYTES]);
    finish(unique, into);
  }

  /** Encodes the answer to a kernel with a larger major version, which then offers this one. */
  public static void encodeMajor(long unique, ByteBuffer into) {
    into.clear();
    into.position(AnswerEncoder.HEADER_BYTES);
    into.putInt(MAJOR).putInt(NEWEST_MINOR);
    finish(unique, into);
  }

  /** Encodes the refusal of a kernel that is too old. */
  public static void encodeRefusal(long unique, ByteBuffer into) {
    AnswerEncoder.error(unique, Errno.EIO, into);
  }

  private static void finish(long unique, ByteBuffer into) {
    into.putInt(0, into.position()).putInt(4, 0).putLong(8, unique);
    into.flip();
  }
}
