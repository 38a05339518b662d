package io.pando.mds.access;

import io.pando.bytes.Payload;
import io.pando.fs.inode.Permissions;
import io.pando.fs.request.Caller;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * An access control list of POSIX (draft 1003.1e, 23.1), in the form of Linux's extended attributes
 * {@code system.posix_acl_access} and {@code system.posix_acl_default}: a version, then entries of
 * a tag, permissions and an id, all little-endian. Immutable.
 */
public final class PosixAcl {
  private static final int VERSION = 2;
  private static final int HEADER_BYTES = 4;
  private static final int ENTRY_BYTES = 8;
  private static final int NO_ID = -1;
  private static final int ALL = 7;

  /** For whom an entry is; the order is that of entries in a list. */
  private enum Tag {
    OWNER(0x01),
    USER(0x02),
    OWNING_GROUP(0x04),
    GROUP(0x08),
    MASK(0x10),
    OTHER(0x20);

    private final int number;

    Tag(int number) {
      this.number = number;
    }

    boolean isNamed() {
      return this == USER || this == GROUP;
    }
  }

  private record Entry(Tag tag, int permissions, int id) {
    Entry with(int others) {
      return new Entry(tag, others, id);
    }
  }

  /**
   * What a new file gets.
   *
   * @param mode its permission bits
   * @param list its list, whose permissions agree with the mode
   */
  public record Inherited(int mode, PosixAcl list) {}

  private final List<Entry> entries;

  private PosixAcl(List<Entry> entries) {
    this.entries = List.copyOf(entries);
  }

  /** Whether bytes are a list in a version that is known here; an empty list counts. */
  public static boolean isOfKnownVersion(Payload bytes) {
    return bytes.size() < HEADER_BYTES || buffer(bytes).getInt() == VERSION;
  }

  /** Whether bytes are a list without entries: setting it removes the list. */
  public static boolean isEmpty(Payload bytes) {
    return bytes.isEmpty() || bytes.size() == HEADER_BYTES;
  }

  private static ByteBuffer buffer(Payload bytes) {
    return ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads a list; throws {@link IllegalArgumentException} if it is not valid. */
  public static PosixAcl parse(Payload bytes) {
    int rest = bytes.size() - HEADER_BYTES;
    if (rest < ENTRY_BYTES || rest % ENTRY_BYTES != 0 || !isOfKnownVersion(bytes)) {
      throw new IllegalArgumentException("an access list of " + bytes.size() + " bytes");
    }
    ByteBuffer buffer = buffer(bytes).position(HEADER_BYTES);
    List<Entry> entries = new ArrayList<>();
    while (buffer.hasRemaining()) {
      Tag tag = tag(Short.toUnsignedInt(buffer.getShort()));
      int permissions = Short.toUnsignedInt(buffer.getShort());
      int id = buffer.getInt();
      if ((permissions & ~ALL) != 0 || (tag.isNamed() && id == NO_ID)) {
        throw new IllegalArgumentException("entry %s %o of an access list".formatted(tag, id));
      }
      entries.add(new Entry(tag, permissions, tag.isNamed() ? id : NO_ID));
    }
    check(entries);
    return new PosixAcl(entries);
  }

  private static Tag tag(int number) {
    for (Tag tag : Tag.values()) {
      if (tag.number == number) {
        return tag;
      }
    }
    throw new IllegalArgumentException("tag %x of an access list".formatted(number));
  }

  private static void check(List<Entry> entries) {
    for (int i = 1; i < entries.size(); i++) {
      Tag before = entries.get(i - 1).tag;
      Tag tag = entries.get(i).tag;
      if (before.compareTo(tag) > 0 || (before == tag && !tag.isNamed())) {
        throw new IllegalArgumentException(tag + " of an access list behind " + before);
      }
    }
    boolean complete =
        count(entries, Tag.OWNER) == 1
            && count(entries, Tag.OWNING_GROUP) == 1
            && count(entries, Tag.OTHER) == 1;
    boolean named = entries.stream().anyMatch(it -> it.tag.isNamed());
    if (!complete || (named && count(entries, Tag.MASK) == 0)) {
      throw new IllegalArgumentException("an access list lacks an entry that it must have");
    }
  }

  private static long count(List<Entry> entries, Tag tag) {
    return entries.stream().filter(it -> it.tag == tag).count();
  }

  /** The list in the form of {@link #parse}. */
  public Payload encode() {
    ByteBuffer buffer =
        ByteBuffer.allocate(HEADER_BYTES + ENTRY_BYTES * entries.size())
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(VERSION);
    for (Entry each : entries) {
      buffer.putShort((short) each.tag.number).putShort((short) each.permissions).putInt(each.id);
    }
    return Payload.wrap(buffer.array());
  }

  private boolean has(Tag tag) {
    return count(entries, tag) > 0;
  }

  private int permissions(Tag tag) {
    return entries.stream().filter(it -> it.tag == tag).mapToInt(Entry::permissions).sum();
  }

  private Tag groupClass() {
    return has(Tag.MASK) ? Tag.MASK : Tag.OWNING_GROUP;
  }

  /** Whether the permission bits of a mode say the same. */
  public boolean isMode() {
    return entries.size() == 3;
  }

  /** The mode that a file with this list has: the bits of the group are those of the mask. */
  public int mode(int before) {
    return (before & ~0777)
        | permissions(Tag.OWNER) << 6
        | permissions(groupClass()) << 3
        | permissions(Tag.OTHER);
  }

  /** The list after the mode of its file was set. */
  public PosixAcl withMode(int mode) {
    Tag groupClass = groupClass();
    List<Entry> changed = new ArrayList<>();
    for (Entry each : entries) {
      if (each.tag == Tag.OWNER) {
        changed.add(each.with(mode >> 6 & ALL));
      } else if (each.tag == groupClass) {
        changed.add(each.with(mode >> 3 & ALL));
      } else if (each.tag == Tag.OTHER) {
        changed.add(each.with(mode & ALL));
      } else {
        changed.add(each);
      }
    }
    return new PosixAcl(changed);
  }

  /** What a file gets that is made in a directory with this default list. */
  public Inherited inherit(int mode) {
    PosixAcl list = withMode(mode & mode(mode));
    return new Inherited(list.mode(mode), list);
  }

  /**
   * Whether a process may do all of something.
   *
   * @param wanted bits as those of others in a mode
   */
  boolean allows(Permissions of, Caller caller, int wanted) {
    if (caller.user() == of.owner()) {
      return (permissions(Tag.OWNER) & wanted) == wanted;
    }
    int mask = has(Tag.MASK) ? permissions(Tag.MASK) : ALL;
    boolean inGroup = false;
    for (Entry each : entries) {
      boolean applies =
          switch (each.tag) {
            case USER -> each.id == caller.user();
            case OWNING_GROUP -> caller.isIn(of.group());
            case GROUP -> caller.isIn(each.id);
            case OWNER, MASK, OTHER -> false;
          };
      if (applies && (each.tag == Tag.USER || (each.permissions & wanted) == wanted)) {
        return (each.permissions & mask & wanted) == wanted;
      }
      inGroup |= applies;
    }
    return !inGroup && (permissions(Tag.OTHER) & wanted) == wanted;
  }
}
