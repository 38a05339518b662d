package io.pando.fuse.protocol.codec;

import io.pando.fuse.protocol.FuseAnswer;
import io.pando.fuse.protocol.NodeAttributes;
import java.nio.ByteBuffer;
import java.time.Instant;

/** Encodes attributes and entries. */
final class AttributeEncoder {
  /** Size of {@code fuse_entry_out}. */
  static final int ENTRY_BYTES = 128;

  private static final int NODE_BYTES = 16;
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final int EXTENDED_SPARE_BYTES = 112;

  /** Everything that {@code stat} has, without the time of birth. */
  private static final int BASIC_MASK = 0x7ff;

  /** The time of birth. */
  private static final int BIRTH_MASK = 0x800;

  private AttributeEncoder() {}

  /** {@code fuse_entry_out}: node, generation, times that it is valid, attributes. */
  static void putEntry(FuseAnswer.Entry entry, ByteBuffer into) {
    into.putLong(entry.node()).putLong(entry.generation());
    into.putLong(entry.entryValidNanos() / NANOS_PER_SECOND);
    into.putLong(entry.attributesValidNanos() / NANOS_PER_SECOND);
    into.putInt((int) (entry.entryValidNanos() % NANOS_PER_SECOND));
    into.putInt((int) (entry.attributesValidNanos() % NANOS_PER_SECOND));
    put(entry.attributes(), into);
  }

  /** The same with node 0: there is no entry, for some time. */
  static void putNoEntry(FuseAnswer.NoEntry none, ByteBuffer into) {
    int start = into.position();
    into.put(new byte[ENTRY_BYTES]);
    into.putLong(start + NODE_BYTES, none.validNanos() / NANOS_PER_SECOND);
    into.putInt(start + 2 * NODE_BYTES, (int) (none.validNanos() % NANOS_PER_SECOND));
  }

  /** {@code fuse_attr_out}: time that they are valid, unused, attributes. */
  static void putAttributes(NodeAttributes attributes, long validNanos, ByteBuffer into) {
    into.putLong(validNanos / NANOS_PER_SECOND).putInt((int) (validNanos % NANOS_PER_SECOND));
    into.putInt(0);
    put(attributes, into);
  }

  /** {@code fuse_attr}. */
  private static void put(NodeAttributes from, ByteBuffer into) {
    Instant accessed = from.times().accessed();
    Instant modified = from.times().modified();
    Instant changed = from.times().changed();
    into.putLong(from.ino()).putLong(from.size().bytes()).putLong(from.size().blocks());
    into.putLong(accessed.getEpochSecond()).putLong(modified.getEpochSecond());
    into.putLong(changed.getEpochSecond());
    into.putInt(accessed.getNano()).putInt(modified.getNano()).putInt(changed.getNano());
    into.putInt(from.kind().mode()).putInt(from.kind().links());
    into.putInt(from.owner().uid()).putInt(from.owner().gid());
    into.putInt(from.kind().device()).putInt(from.size().blockBytes()).putInt(0);
  }

  /** {@code fuse_statx_out}: time that they are valid, flags, unused, {@code fuse_statx}. */
  static void putExtended(NodeAttributes from, long validNanos, ByteBuffer into) {
    into.putLong(validNanos / NANOS_PER_SECOND).putInt((int) (validNanos % NANOS_PER_SECOND));
    into.putInt(0).putLong(0).putLong(0);
    boolean born = !from.birth().equals(Instant.EPOCH);
    into.putInt(born ? BASIC_MASK | BIRTH_MASK : BASIC_MASK);
    into.putInt(from.size().blockBytes()).putLong(0);
    into.putInt(from.kind().links()).putInt(from.owner().uid()).putInt(from.owner().gid());
    into.putShort((short) from.kind().mode()).putShort((short) 0);
    into.putLong(from.ino()).putLong(from.size().bytes()).putLong(from.size().blocks()).putLong(0);
    putTime(from.times().accessed(), into);
    putTime(from.birth(), into);
    putTime(from.times().changed(), into);
    putTime(from.times().modified(), into);
    int device = from.kind().device();
    into.putInt((device >>> 8) & 0xfff).putInt((device & 0xff) | ((device >>> 12) & 0xfff00));
    into.putInt(0).putInt(0);
    into.put(new byte[EXTENDED_SPARE_BYTES]);
  }

  private static void putTime(Instant time, ByteBuffer into) {
    into.putLong(time.getEpochSecond()).putInt(time.getNano()).putInt(0);
  }
}
