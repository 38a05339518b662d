package io.pando.osd.pg.recovery.rebuild;

import io.pando.group.ChangedRows;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.op.OpResult;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/** A few objects that were written and edited, in all their versions. */
final class WrittenObjects {
  static final List<String> NAMES = List.of("a", "b", "c");

  /** An update of an object, and the object after it. */
  record Update(LogEntry entry, EncodedObject after) {}

  private final Random64 random;
  private final Fragments fragments;
  private final int mostStripes;
  private final SortedMap<ObjectId, NavigableMap<Version, EncodedObject>> history = new TreeMap<>();
  private final List<Update> updates = new ArrayList<>();

  /**
   * Writes the objects, and edits some of them.
   *
   * @param mostStripes most stripes of an object when it is created
   */
  WrittenObjects(Random64 random, Fragments fragments, int mostStripes) {
    this.random = random;
    this.fragments = fragments;
    this.mostStripes = mostStripes;
    NAMES.forEach(name -> history.put(GroupHarness.object(name), new TreeMap<>()));
    write();
  }

  private void write() {
    byte[][] now = new byte[NAMES.size()][];
    int count = NAMES.size() + random.nextInt(6);
    Version version = Version.ZERO;
    for (int i = 0; i < count; i++) {
      int index = i < NAMES.size() ? i : random.nextInt(NAMES.size());
      ObjectId object = GroupHarness.object(NAMES.get(index));
      version = version.next(Maps.EPOCH);
      byte[] before = now[index];
      now[index] = before == null ? created() : edited(before);
      NavigableMap<Version, EncodedObject> versions = all(object);
      Version prior = versions.isEmpty() ? Version.ZERO : versions.lastKey();
      EncodedObject after = new EncodedObject(fragments, now[index]);
      ChangedRows changed =
          versions.isEmpty() || random.oneIn(5)
              ? null
              : after.changedSince(versions.lastEntry().getValue(), List.of());
      LogEntry entry =
          new LogEntry(
              version,
              prior,
              object,
              LogEntry.Kind.MODIFY,
              new LogEntry.Answer(
                  new RequestId(9, version.counter()), List.of(new OpResult.Done())),
              changed);
      versions.put(version, after);
      updates.add(new Update(entry, after));
    }
  }

  private byte[] created() {
    byte[] bytes =
        new byte[random.nextInt(mostStripes * fragments.layout().k() * fragments.layout().unit())];
    random.nextBytes(bytes);
    return bytes;
  }

  private byte[] edited(byte[] before) {
    byte[] edited =
        Arrays.copyOf(before, before.length + (random.oneIn(3) ? random.nextInt(500) : 0));
    for (int i = random.nextInt(4); i > 0 && edited.length > 0; i--) {
      int from = random.nextInt(edited.length);
      for (int at = from; at < Math.min(edited.length, from + 1 + random.nextInt(90)); at++) {
        edited[at]++;
      }
    }
    return edited;
  }

  private NavigableMap<Version, EncodedObject> all(ObjectId object) {
    NavigableMap<Version, EncodedObject> versions = history.get(object);
    if (versions == null) {
      throw new AssertionError("no " + object);
    }
    return versions;
  }

  Version newest(ObjectId object) {
    return all(object).lastKey();
  }

  /** The objects. */
  List<ObjectId> objects() {
    return List.copyOf(history.keySet());
  }

  /** All updates, in the order of their versions. */
  List<Update> updates() {
    return List.copyOf(updates);
  }

  /** The versions of an object, the oldest first. */
  List<Version> versions(ObjectId object) {
    return List.copyOf(all(object).keySet());
  }

  /** The object that an update wrote, as it was after it. */
  EncodedObject version(Version version) {
    return updates.get((int) version.counter() - 1).after();
  }
}
