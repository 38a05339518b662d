package io.pando.fs.access;

import io.pando.bytes.Payload;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An access control list by the draft POSIX.1e, in the form that Linux has in extended attributes:
 * version 2, then eight bytes for each entry, little-endian.
 *
 * <pre>
 *  0        4      6      8         12
 *  | 2      | tag  | perm | id      | tag ...
 * </pre>
 *
 * The entries are in the order of their tags: owner, named users, the group, named groups, mask,
 * others. A mask must be there if there are named users or groups. Immutable.
 *
 * @param entries in their order
 */
public record AccessList(List<Entry> entries) {
  /** The attribute with the list that governs access to an inode. */
  public static final String ACCESS = "system.posix_acl_access";

  /** The attribute with the list that new files in a directory get. */
  public static final String DEFAULT = "system.posix_acl_default";

  private static final int VERSION = 2;
  private static final int HEAD_BYTES = 4;
  private static final int ENTRY_BYTES = 8;

  /** The permissions of an entry: read, write, execute. */
  private static final int PERMISSIONS = 7;

  /** Whom an entry concerns. */
  public enum Tag {
    OWNER(0x01),
    USER(0x02),
    OWNING_GROUP(0x04),
    GROUP(0x08),
    MASK(0x10),
    OTHERS(0x20);

    private final int number;

    Tag(int number) {
      this.number = number;
    }

    /** Whether the entry names a user or a group. */
    public boolean isNamed() {
      return this == USER || this == GROUP;
    }

    private static Optional<Tag> of(int number) {
      for (Tag tag : values()) {
        if (tag.number == number) {
          return Optional.of(tag);
        }
      }
      return Optional.empty();
    }
  }

  /**
   * One entry.
   *
   * @param permissions bits of read (4), write (2) and execute (1)
   * @param id user or group that the entry names, unsigned; -1 for other tags
   */
  public record Entry(Tag tag, int permissions, int id) {}

  public AccessList {
    entries = List.copyOf(entries);
    if (!isValid(entries)) {
      throw new IllegalArgumentException("not an access control list: " + entries);
    }
  }

  /** Parses the value of an attribute; empty if it is not a list. */
  public static Optional<AccessList> parse(Payload value) {
    if (value.size() < HEAD_BYTES || (value.size() - HEAD_BYTES) % ENTRY_BYTES != 0) {
      return Optional.empty();
    }
    ByteBuffer in = ByteBuffer.wrap(value.toByteArray()).order(ByteOrder.LITTLE_ENDIAN);
    if (in.getInt() != VERSION) {
      return Optional.empty();
    }
    List<Entry> entries = new ArrayList<>();
    while (in.hasRemaining()) {
      Optional<Tag> tag = Tag.of(Short.toUnsignedInt(in.getShort()));
      int permissions = Short.toUnsignedInt(in.getShort());
      int id = in.getInt();
      if (tag.isEmpty()) {
        return Optional.empty();
      }
      entries.add(new Entry(tag.get(), permissions, tag.get().isNamed() ? id : -1));
    }
    return isValid(entries) ? Optional.of(new AccessList(entries)) : Optional.empty();
  }

  /** The value of an attribute with this list. */
  public Payload value() {
    ByteBuffer out =
        ByteBuffer.allocate(HEAD_BYTES + ENTRY_BYTES * entries.size())
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(VERSION);
    for (Entry entry : entries) {
      out.putShort((short) entry.tag().number);
      out.putShort((short) entry.permissions());
      out.putInt(entry.id());
    }
    return Payload.wrap(out.array());
  }

  private static boolean isValid(List<Entry> entries) {
    Tag last = null;
    boolean named = false;
    int required = 0;
    boolean masked = false;
    for (Entry entry : entries) {
      Tag tag = entry.tag();
      int order = last == null ? -1 : tag.compareTo(last);
      if ((last != null && (order < 0 || (order == 0 && !tag.isNamed())))
          || (entry.permissions() & ~PERMISSIONS) != 0
          || (tag.isNamed() && entry.id() == -1)) {
        return false;
      }
      named |= tag.isNamed();
      masked |= tag == Tag.MASK;
      required += tag == Tag.OWNER || tag == Tag.OWNING_GROUP || tag == Tag.OTHERS ? 1 : 0;
      last = tag;
    }
    return required == 3 && (masked || !named);
  }

  /** The permissions that the mask leaves to the group and to named users and groups. */
  public int mask() {
    return entries.stream()
        .filter(entry -> entry.tag() == Tag.MASK)
        .mapToInt(Entry::permissions)
        .findFirst()
        .orElse(PERMISSIONS);
  }
}
