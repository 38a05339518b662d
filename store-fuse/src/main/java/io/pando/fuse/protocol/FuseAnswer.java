package io.pando.fuse.protocol;

import io.pando.bytes.Payload;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a request is answered with if it succeeds. {@link Opcode} says which requests may get which
 * answers. Durations are nanoseconds, at least 0; during them the kernel uses what it was told
 * without asking again, until a {@link FuseNotification} tells it to stop.
 */
public sealed interface FuseAnswer {
  /** It is done, and there is nothing to tell. */
  record Done() implements FuseAnswer {}

  /**
   * An entry and the attributes of its node. The kernel keeps a reference to the node, and gives
   * all of them back by {@link KernelMessage.Forget}.
   *
   * @param node number of the node for later requests: not 0; 1 is the root
   * @param generation tells nodes apart that had the same number one after the other
   * @param entryValidNanos how long the name leads to this node
   * @param attributesValidNanos how long the attributes stay as they are
   */
  record Entry(
      long node,
      long generation,
      NodeAttributes attributes,
      long entryValidNanos,
      long attributesValidNanos)
      implements FuseAnswer {}

  /**
   * There is no entry of the name, and the kernel may remember that. The error {@link Errno#ENOENT}
   * instead lets it ask again each time.
   */
  record NoEntry(long validNanos) implements FuseAnswer {}

  /** Attributes of the node. */
  record Attributes(NodeAttributes attributes, long validNanos) implements FuseAnswer {}

  /** Attributes of the node, with the time of its birth. */
  record ExtendedAttributes(NodeAttributes attributes, long validNanos) implements FuseAnswer {}

  /**
   * An open file or directory.
   *
   * @param handle number of it, chosen by the file system, for later requests
   */
  record Opened(long handle, Set<OpenFlag> flags) implements FuseAnswer {
    /** An open file or directory with some flags. */
    public static Opened of(long handle, OpenFlag... flags) {
      Set<OpenFlag> set = EnumSet.noneOf(OpenFlag.class);
      set.addAll(List.of(flags));
      return new Opened(handle, set);
    }
  }

  /** A new entry whose file is open. */
  record Created(Entry entry, Opened opened) implements FuseAnswer {}

  /**
   * Bytes: data of a file (fewer than requested are the last ones of the file), the target of a
   * link, a listing, the value of an extended attribute, or names of extended attributes, each with
   * a zero behind it. Values and names of extended attributes are given whole, whatever the request
   * has room for: the encoder turns them into a length or an error if need be.
   */
  record Data(Payload bytes) implements FuseAnswer {}

  /** Length in bytes of an extended attribute's value, or of the names. */
  record Length(int bytes) implements FuseAnswer {}

  /** Number of bytes written or copied, from the beginning of the range. */
  record Written(int bytes) implements FuseAnswer {}

  /** Space of the file system. */
  record Statistics(FuseStatistics space) implements FuseAnswer {}

  /** A lock that conflicts; one of kind {@link FileLock.Kind#UNLOCK} if there is none. */
  record Lock(FileLock lock) implements FuseAnswer {}

  /** Number of a block of the device. */
  record Block(long number) implements FuseAnswer {}

  /** Position in the file. */
  record Offset(long bytes) implements FuseAnswer {}

  /**
   * Outcome of a command.
   *
   * @param result what {@code ioctl(2)} returns
   * @param data bytes for the caller's structure
   */
  record IoctlResult(int result, Payload data) implements FuseAnswer {}

  /** Events that are due, as {@code poll(2)} numbers them. */
  record Polled(int events) implements FuseAnswer {}
}
