package io.pando.osd.pg.fragment;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.collect.Utf8Order;
import io.pando.erasure.FragmentRange;
import io.pando.erasure.Positions;
import io.pando.format.GroupRecords;
import io.pando.group.ChangedRows;
import io.pando.group.LogEntry;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.PlainObject;
import io.pando.osd.pg.harness.WholeEncoding;
import io.pando.osd.pg.log.ChangesSince;
import io.pando.osd.pg.log.GroupLog;
import io.pando.osd.pg.op.ObjectState;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.undo.UndoLog;
import io.pando.store.CollectionId;
import io.pando.store.ObjectQuery;
import io.pando.store.ObjectView;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One object whose fragments lie in as many stores, beside the object as it should be. Updates are
 * planned, computed and applied by the code under test; the store is the plainest there is.
 */
final class FragmentedObject {
  private static final PgId GROUP = new PgId(new PoolId(1), 0);
  private static final ObjectId OBJECT = new ObjectId(77, "o");

  /** The object as it should be. */
  record Wanted(ObjectState state, PlainObject whole) {}

  private final Fragments fragments;
  private final List<SortedMap<CollectionId, SortedMap<ObjectId, PlainObject>>> stores =
      new ArrayList<>();
  private final List<UndoLog> undo = new ArrayList<>();
  private final NavigableMap<Version, List<byte[]>> earlier = new TreeMap<>();
  private final GroupLog log = new GroupLog(Version.ZERO);
  private Positions behind = Positions.NONE;
  private StripesAtHand atHand;
  private Wanted now = new Wanted(ObjectState.ABSENT, new PlainObject());
  private long counter;
  private long readBytes;
  private int patches;

  FragmentedObject(Fragments fragments) {
    this.fragments = fragments;
    this.atHand = new StripesAtHand(fragments);
    for (int position = 0; position < fragments.code().positions(); position++) {
      stores.add(new TreeMap<>());
      undo.add(new UndoLog(copy(position), null, List.of()));
    }
  }

  private static ReplicaId copy(int position) {
    return new ReplicaId(GROUP, position);
  }

  Wanted now() {
    return now;
  }

  long sizeBytes() {
    return now.state().sizeBytes();
  }

  Version version() {
    return new Version(1, counter);
  }

  /** Bytes of old fragments that updates had to read so far. */
  long readBytes() {
    return readBytes;
  }

  /** How often fragments were made of earlier ones so far. */
  int patches() {
    return patches;
  }

  /** What the newest update changed. */
  @Nullable ChangedRows changed() {
    return log.newestOf(OBJECT).orElseThrow().changed();
  }

  static StoreOp.OnObject write(long offset, byte[] bytes) {
    return new StoreOp.Write(CollectionId.of(GROUP), OBJECT, offset, Payload.wrap(bytes));
  }

  static StoreOp.OnObject zero(long offset, long length) {
    return new StoreOp.Zero(CollectionId.of(GROUP), OBJECT, new ByteRange(offset, length));
  }

  static StoreOp.OnObject truncate(long size) {
    return new StoreOp.Truncate(CollectionId.of(GROUP), OBJECT, size);
  }

  static StoreOp.OnObject remove() {
    return new StoreOp.Remove(CollectionId.of(GROUP), OBJECT);
  }

  static StoreOp.OnObject attribute(String name, String value) {
    SortedMap<String, Payload> one = new TreeMap<>(Utf8Order.INSTANCE);
    one.put(name, Payload.utf8(value));
    return new StoreOp.PutAttributes(CollectionId.of(GROUP), OBJECT, one);
  }

  /** Updates the object, its fragments, and what they can go back to. */
  void update(List<StoreOp.OnObject> steps) {
    ObjectState before = now.state();
    if (before.exists()) {
      earlier.put(before.version(), fragments());
    }
    PlainObject whole = now.whole().copy();
    steps.forEach(whole::apply);
    Version version = new Version(1, ++counter);
    ObjectState after =
        whole.exists()
            ? new ObjectState(true, whole.size(), version, 1_000 + counter)
            : ObjectState.ABSENT;
    List<StoreOp.OnObject> all = new ArrayList<>(steps);
    if (after.exists()) {
      SortedMap<String, Payload> stamp = new TreeMap<>(Utf8Order.INSTANCE);
      stamp.put(
          ObjectInfo.ATTRIBUTE,
          GroupRecords.OBJECT.encode(new ObjectInfo(version, after.modifiedMillis())));
      all.add(new StoreOp.PutAttributes(CollectionId.of(GROUP), OBJECT, stamp));
    }
    ObjectEdit edit = ObjectEdit.of(before.exists(), before.sizeBytes(), all);
    StripeEdits edits = StripeEdits.of(fragments, before.sizeBytes(), edit);
    boolean makesAll = !before.exists() || edit.replaces();
    Positions positions = Positions.first(stores.size());
    Positions held = makesAll ? positions : positions.minus(behind);
    StripeCoder coder = new StripeCoder(fragments, held, old(before, edits));
    coder.compute(edits);
    atHand.put(OBJECT, after, edits, coder.known());
    ObjectView view =
        before.exists() ? now.whole().view(new ObjectQuery(List.of(), List.of(), false), 64) : null;
    FragmentSteps parts =
        new FragmentSteps(
            fragments,
            new FragmentSteps.Change(GROUP, OBJECT, before, after, view),
            edit,
            edits,
            coder);
    LogEntry entry =
        new LogEntry(
            version,
            before.version(),
            OBJECT,
            after.exists() ? LogEntry.Kind.MODIFY : LogEntry.Kind.DELETE,
            new LogEntry.Answer(RequestId.NONE, List.of()),
            parts.changed());
    log.append(entry);
    ReplicationMessage.Update update =
        new ReplicationMessage.Update(entry, all, 1, after.sizeBytes());
    for (int position : positions.minus(behind).toList()) {
      ReplicationMessage.Update part =
          parts.of(update, new MemberId(new OsdId(position), position));
      List<StoreOp> ops = new ArrayList<>();
      undo.get(position).keep(entry, Objects.requireNonNull(part.undo()), false, ops);
      ops.addAll(part.ops());
      apply(position, ops);
    }
    now = new Wanted(after, whole);
  }

  /** The old bytes that the update needs: those at hand, and the rest from the stores. */
  private RowBytes old(ObjectState before, StripeEdits edits) {
    RowBytes known = atHand.of(OBJECT, before.version());
    RowBytes old = new RowBytes();
    byte[][] wanted = wanted();
    for (FragmentRange part : edits.reads(fragments)) {
      boolean isBehind = behind.contains(part.position());
      if (isBehind && fragments.code().parityPositions().contains(part.position())) {
        continue;
      }
      byte[] fragment = isBehind ? wanted[part.position()] : fragment(part.position());
      assertThat(part.range().end())
          .as("only bytes that exist are read")
          .isLessThanOrEqualTo(fragment.length);
      if (!known.covers(part.position(), part.range())) {
        readBytes += part.range().length();
        old.add(
            part.position(),
            part.range().offset(),
            Payload.wrap(
                Arrays.copyOfRange(
                    fragment, (int) part.range().offset(), (int) part.range().end())));
      }
    }
    old.addAll(known);
    return old;
  }

  /** The member at a position does not have the object any more: it gets no updates of it. */
  void lose(int position) {
    behind = behind.with(position);
    stores.get(position).clear();
    undo.set(position, new UndoLog(copy(position), null, List.of()));
  }

  /** The member at a position has been given the fragment. */
  void rebuild(int position) {
    if (!behind.contains(position)) {
      return;
    }
    behind = behind.without(position);
    if (now.state().exists()) {
      byte[] fragment = wanted()[position];
      SortedMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
      attributes.putAll(now.whole().attributes());
      attributes.put(
          ObjectInfo.ATTRIBUTE,
          GroupRecords.OBJECT.encode(
              new ObjectInfo(
                  now.state().version(), now.state().modifiedMillis(), now.state().sizeBytes())));
      CollectionId in = CollectionId.of(copy(position));
      apply(
          position,
          List.of(
              new StoreOp.Touch(in, OBJECT),
              new StoreOp.Write(in, OBJECT, 0, Payload.wrap(fragment)),
              new StoreOp.PutAttributes(in, OBJECT, attributes)));
    }
  }

  /** Takes the object back to what it was at a version, as another interval begins. */
  void takeBack(Version to, Wanted wanted) {
    for (int position = 0; position < stores.size(); position++) {
      List<StoreOp> ops = new ArrayList<>();
      undo.get(position).takeBack(to, ops);
      apply(position, ops);
    }
    counter = to.counter();
    log.rewind(to);
    earlier.tailMap(to, true).clear();
    now = wanted;
    atHand = new StripesAtHand(fragments);
  }

  /** No update up to now will be taken back. */
  void settle() {
    for (int position = 0; position < stores.size(); position++) {
      List<StoreOp> ops = new ArrayList<>();
      undo.get(position).settle(version(), ops);
      apply(position, ops);
      assertThat(stores.get(position).getOrDefault(CollectionId.aside(copy(position)), none()))
          .as("nothing is kept aside")
          .isEmpty();
    }
  }

  private static SortedMap<ObjectId, PlainObject> none() {
    return new TreeMap<>();
  }

  private void apply(int position, List<StoreOp> ops) {
    SortedMap<CollectionId, SortedMap<ObjectId, PlainObject>> store = stores.get(position);
    for (StoreOp op : ops) {
      if (!(op instanceof StoreOp.OnObject step)) {
        continue;
      }
      SortedMap<ObjectId, PlainObject> in =
          store.computeIfAbsent(op.collection(), _ -> new TreeMap<>());
      switch (step) {
        case StoreOp.Clone clone -> {
          PlainObject from = from(store, clone.from());
          in.put(clone.object(), from.copy());
        }
        case StoreOp.CloneRange clone ->
            in.computeIfAbsent(clone.object(), _ -> new PlainObject())
                .copy(from(store, clone.from()), clone.range());
        case StoreOp.Remove remove -> in.remove(remove.object());
        default -> in.computeIfAbsent(step.object(), _ -> new PlainObject()).apply(step);
      }
    }
  }

  private static PlainObject from(
      SortedMap<CollectionId, SortedMap<ObjectId, PlainObject>> store, StoreOp.Origin origin) {
    return Objects.requireNonNull(
        store.getOrDefault(origin.collection(), none()).get(origin.object()),
        "what is cloned exists");
  }

  private byte[] fragment(int position) {
    PlainObject stored =
        stores.get(position).getOrDefault(CollectionId.of(copy(position)), none()).get(OBJECT);
    return stored == null ? new byte[0] : bytes(stored);
  }

  private List<byte[]> fragments() {
    List<byte[]> all = new ArrayList<>();
    for (int position = 0; position < stores.size(); position++) {
      all.add(fragment(position));
    }
    return all;
  }

  /**
   * Checks that the rows that the log tells turn earlier fragments into the present ones.
   *
   * @param versions how many earlier versions are looked at
   */
  void checkChanges(int versions) {
    Version version = now.state().version();
    List<byte[]> present = fragments();
    earlier.descendingMap().entrySet().stream()
        .limit(versions)
        .forEach(then -> {
          ChangedRows changed = ChangesSince.of(log, OBJECT, then.getKey(), version);
          if (changed != null) {
            patches++;
            for (int position = 0; position < stores.size(); position++) {
              byte[] wanted = present.get(position);
              assertThat(patched(then.getValue().get(position), wanted, changed))
                  .as("position %d, changed since %s: %s", position, then.getKey(), changed)
                  .isEqualTo(wanted);
            }
          }
        });
  }

  private static byte[] patched(byte[] old, byte[] present, ChangedRows changed) {
    byte[] patched = Arrays.copyOf(old, present.length);
    for (ByteRange range : changed.ranges()) {
      int from = (int) Math.min(range.offset(), present.length);
      int to = (int) Math.min(range.end(), present.length);
      System.arraycopy(present, from, patched, from, to - from);
    }
    return patched;
  }

  private static byte[] bytes(PlainObject object) {
    return object
        .view(new ObjectQuery(List.of(new ByteRange(0, object.size())), List.of(), false), 64)
        .data()
        .getFirst()
        .toByteArray();
  }

  /** The fragments of the object as it should be. */
  private byte[][] wanted() {
    return WholeEncoding.fragments(
        fragments, now.state().exists() ? bytes(now.whole()) : new byte[0]);
  }

  /**
   * Checks that all fragments that members have are those of the object, byte by byte, and their
   * attributes.
   */
  void check() {
    byte[][] wanted = wanted();
    for (int position : Positions.first(stores.size()).minus(behind).toList()) {
      PlainObject stored =
          stores.get(position).getOrDefault(CollectionId.of(copy(position)), none()).get(OBJECT);
      assertThat(stored != null).as("position %d", position).isEqualTo(now.state().exists());
      if (stored == null) {
        continue;
      }
      assertThat(bytes(stored)).as("fragment at position %d", position).isEqualTo(wanted[position]);
      SortedMap<String, Payload> attributes = new TreeMap<>(stored.attributes());
      ObjectInfo info =
          GroupRecords.OBJECT.decode(
              Objects.requireNonNull(attributes.remove(ObjectInfo.ATTRIBUTE)));
      assertThat(info)
          .isEqualTo(
              new ObjectInfo(
                  now.state().version(), now.state().modifiedMillis(), now.state().sizeBytes()));
      assertThat(attributes).isEqualTo(new TreeMap<>(now.whole().attributes()));
    }
  }
}
