package io.pando.osd.pg.recovery.rebuild;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.erasure.ReadPlan;
import io.pando.group.ChangedRows;
import io.pando.id.MemberId;
import io.pando.id.Version;
import io.pando.message.FragmentMessage;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.osd.pg.recovery.copy.ObjectCopy;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** An object whose fragments are rebuilt for the members that lack them, some rows at a time. */
final class Rebuild {
  final ObjectCopy copy;
  final Version version;

  /** The members that get their fragments; those that cannot store them are removed. */
  final SortedSet<MemberId> targets;

  /** Members that were asked and do not have the whole fragment in this version. */
  final SortedSet<MemberId> bad = new TreeSet<>();

  /** Members that were not known to have the fragment, and have it. */
  final SortedSet<MemberId> found = new TreeSet<>();

  /** Fragments in this version of which some bytes cannot be read, or perhaps cannot. */
  final DamagedFragments damaged = new DamagedFragments();

  /** Attributes of the object, which tell its size; empty until the first fragments were read. */
  SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);

  long objectBytes = -1;

  /**
   * The rows that are rebuilt, of targets that have all others in an older version; null: all rows.
   */
  @Nullable ChangedRows changed;

  /** The versions of the targets' own fragments, of which rows stay; empty if none do. */
  final SortedMap<MemberId, Version> bases = new TreeMap<>();

  /** The first row that is not rebuilt. */
  long row;

  /** The rows that are read, computed and sent now; in order. */
  List<ByteRange> rows = List.of();

  /** The first row that is not rebuilt after these. */
  long nextRow;

  /** Which positions are read, and from which members; null before it is known. */
  ReadPlan.@Nullable Decodable plan;

  SortedMap<Integer, MemberId> sources = new TreeMap<>();

  /** What the sources sent of the present rows. */
  final SortedMap<Integer, FragmentMessage.Part> parts = new TreeMap<>();

  /** The pieces that members have not confirmed. */
  final SortedMap<MemberId, Copied> sent = new TreeMap<>();

  Rebuild(ObjectCopy copy, Version version, SortedSet<MemberId> targets) {
    this.copy = copy;
    this.version = version;
    this.targets = targets;
  }

  /** Whether the targets keep rows of their own fragments. */
  boolean isPatch() {
    return changed != null;
  }

  /** Begins again with whole fragments. */
  void restart() {
    changed = null;
    bases.clear();
    damaged.restart();
    row = 0;
  }

  /** Whether the object does not exist any more. */
  boolean isRemoval() {
    return version.equals(Version.ZERO);
  }

  /** A member has the fragment, and cannot read some of its bytes. */
  void onDamaged(MemberId member) {
    copy.damagedBytes = Math.max(0, objectBytes);
    damaged.add(member);
  }

  /** Bytes of the fragments that were read for the present rows. */
  long readBytes() {
    long bytes = 0;
    for (FragmentMessage.Part part : parts.values()) {
      for (Payload data : part.data()) {
        bytes += data.size();
      }
    }
    return bytes;
  }
}
