package io.pando.fuse;

import io.pando.fuse.device.MountSpec;
import io.pando.fuse.protocol.InitFlag;
import io.pando.fuse.protocol.codec.SessionWishes;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Options of a mount.
 *
 * @param source name that tables of mounts show as the device: printable, without blanks, commas
 *     and backslashes
 * @param subtype the type that tables of mounts show is {@code fuse.} and this: letters, digits,
 *     hyphens
 * @param flags features that the file system has
 * @param readers threads that read requests, 1 to {@value #MOST_READERS}
 */
public record MountOptions(
    String source,
    String subtype,
    MountAccess access,
    MountLimits limits,
    Set<InitFlag> flags,
    int readers) {
  /** Most threads that read requests. */
  public static final int MOST_READERS = 64;

  private static final Pattern SOURCE = Pattern.compile("[\\x21-\\x7e&&[^,\\\\]]{1,200}");
  private static final Pattern SUBTYPE = Pattern.compile("[a-zA-Z0-9-]{1,32}");

  public MountOptions {
    if (!SOURCE.matcher(source).matches()) {
      throw new IllegalArgumentException(
          "the source of a mount must be 1 to 200 printable characters without blank, comma and"
              + " backslash, is '"
              + source
              + "'");
    }
    if (!SUBTYPE.matcher(subtype).matches()) {
      throw new IllegalArgumentException(
          "the subtype of a mount must be 1 to 32 letters, digits and hyphens, is '"
              + subtype
              + "'");
    }
    if (readers < 1 || readers > MOST_READERS) {
      throw new IllegalArgumentException(
          "a mount must have 1 to %d reading threads, has %d".formatted(MOST_READERS, readers));
    }
    EnumSet<InitFlag> copy = EnumSet.noneOf(InitFlag.class);
    copy.addAll(flags);
    flags = Collections.unmodifiableSet(copy);
  }

  /** The default options, with two reading threads. */
  public static MountOptions usual(String source) {
    return new MountOptions(
        source, "pando", MountAccess.usual(), MountLimits.usual(), InitFlag.usual(), 2);
  }

  /** The same with other access. */
  public MountOptions withAccess(MountAccess other) {
    return new MountOptions(source, subtype, other, limits, flags, readers);
  }

  /** The same with other limits. */
  public MountOptions withLimits(MountLimits other) {
    return new MountOptions(source, subtype, access, other, flags, readers);
  }

  /** The same with other features. */
  public MountOptions withFlags(Set<InitFlag> other) {
    return new MountOptions(source, subtype, access, limits, other, readers);
  }

  /** The same with another number of reading threads. */
  public MountOptions withReaders(int other) {
    return new MountOptions(source, subtype, access, limits, flags, other);
  }

  MountSpec spec() {
    return new MountSpec(
        source,
        subtype,
        access.allowOther(),
        access.checkedByKernel(),
        access.readOnly(),
        limits.maxWriteBytes());
  }

  SessionWishes wishes() {
    return new SessionWishes(
        flags,
        limits.maxWriteBytes(),
        limits.maxReadaheadBytes(),
        limits.maxBackground(),
        limits.congestionThreshold());
  }
}
