package io.pando.osd.pg.recovery.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.collect.Utf8Order;
import io.pando.format.GroupRecords;
import io.pando.group.ObjectInfo;
import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Kept;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.message.RecoveryMessage.Pull;
import io.pando.message.RecoveryMessage.Push;
import io.pando.message.RecoveryMessage.PushFailed;
import io.pando.message.RecoveryMessage.Refused;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.recovery.RecoveryModel;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.step.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A primary fetches three objects from two others. */
class PullingTest {
  private static final MemberId B = MemberId.of(new OsdId(1));
  private static final MemberId C = MemberId.of(new OsdId(2));
  private static final ObjectId X = new ObjectId(1, "x");
  private static final ObjectId Y = new ObjectId(2, "y");
  private static final ObjectId Z = new ObjectId(3, "z");
  private static final Version AT = new Version(Maps.EPOCH, 3);

  private final List<String> heard = new ArrayList<>();
  private final GroupHarness harness =
      new GroupHarness(new OsdId(0), Maps.of(3, Replication.PRIMARY), RecoveryModel.config(false));
  private final Locations locations = new Locations(harness.replica);
  private final Copies copies = new Copies();
  private Pulling pulling = new Pulling(harness.replica, locations, copies, new Heard());

  private final class Heard implements CopyListener {
    @Override
    public void onFetched(List<Fetched> fetched) {
      fetched.forEach(it -> heard.add("fetched " + it.copy().object.name()));
    }

    @Override
    public void onHere(ObjectCopy copy) {
      throw new AssertionError("nothing is rebuilt");
    }

    @Override
    public void onStoredHere() {
      throw new AssertionError("nothing is rebuilt");
    }

    @Override
    public void onDelivered(ObjectCopy copy) {
      heard.add("delivered " + copy.object.name());
    }

    @Override
    public void onUnfound(ObjectCopy copy) {
      heard.add("nowhere " + copy.object.name());
    }

    @Override
    public void onNoRoom(ObjectCopy copy) {
      heard.add("no room " + copy.object.name());
      // It ends with this.
      copies.remove(copy);
    }

    @Override
    public void onBadOnPrimary(ObjectCopy copy, String what) {
      heard.add("bad " + copy.object.name());
    }

    @Override
    public void onNotStarted(ObjectCopy copy) {
      heard.add("put back " + copy.object.name());
    }
  }

  @BeforeEach
  void lack() {
    for (ObjectId object : List.of(X, Y, Z)) {
      harness.replica.noteMissing(object, AT);
    }
    TreeMap<ObjectId, Version> lacks = new TreeMap<>();
    lacks.put(Y, AT);
    locations.addPeer(B, harness.replica.info(), lacks);
    locations.addPeer(C, harness.replica.info(), new TreeMap<>());
    harness.settle();
    harness.effects();
  }

  private List<ObjectCopy> begin(ObjectId... objects) {
    List<ObjectCopy> begun = new ArrayList<>();
    for (ObjectId object : objects) {
      ObjectCopy copy = new ObjectCopy(object, AT, new CopyBatch(0));
      copies.add(copy);
      begun.add(copy);
    }
    pulling.start(begun);
    return begun;
  }

  private List<ObjectCopy> ask(ObjectId... objects) {
    List<ObjectCopy> begun = begin(objects);
    harness.settle();
    harness.effects();
    return begun;
  }

  private static Wanted wanted(ObjectId object) {
    return new Wanted(object, AT, Cursor.START);
  }

  private static Effect pull(MemberId from, Wanted... objects) {
    return new Effect.Send(from, new Pull(Maps.GROUP, Maps.EPOCH, List.of(objects)));
  }

  private static Copied copied(ObjectId object, Version version, int from, int to, int size) {
    TreeMap<String, Payload> attributes = new TreeMap<>(Utf8Order.INSTANCE);
    attributes.put(ObjectInfo.ATTRIBUTE, GroupRecords.OBJECT.encode(new ObjectInfo(version, 0)));
    return new Copied(
        object,
        version,
        new Piece(
            new Cursor(from, null),
            new Cursor(to, null),
            to == size,
            new Piece.Content(
                size,
                attributes,
                List.of(new ByteRange(from, to - from)),
                Payload.utf8("b".repeat(to - from)),
                new TreeMap<>(Utf8Order.INSTANCE)),
            null));
  }

  private static Copied whole(ObjectId object, Version version) {
    return copied(object, version, 0, 4, 4);
  }

  private void push(MemberId from, Copied... objects) {
    pulling.onPush(from, new Push(Maps.GROUP, Maps.EPOCH, List.of(objects)));
    harness.settle();
    pulling.thoroughInvariants();
  }

  @Test
  void eachIsAskedForWhereItIsAfterALookHere() {
    List<ObjectCopy> begun = begin(X, Y, Z);
    assertThat(harness.effects()).isEmpty();
    assertThat(harness.read())
        .isEqualTo(new Effect.ReadObjects(1, List.of(X, Y, Z), OwnPieces.look(1_024), 6_000));
    harness.settle();
    assertThat(harness.effects())
        .containsExactly(pull(B, wanted(X), wanted(Z)), pull(C, wanted(Y)));
    assertThat(begun).extracting(copy -> copy.source).containsExactly(B, C, B);
    assertThat(begun.getFirst().tried).containsExactly(B);
    assertThat(begun.getFirst().step).isEqualTo(new ObjectCopy.Step.Pulling(B, wanted(X)));
    assertThat(heard).isEmpty();
  }

  /** Much happens while it is signed what is here. */
  @Test
  void whatIsWantedNoMoreIsNotAskedFor() {
    for (ObjectId object : List.of(X, Y, Z)) {
      harness.put(object, new Version(1, 1), "o".repeat(2_000));
    }
    List<ObjectCopy> begun = begin(X, Y, Z);
    harness.answer();
    assertThat(harness.reads()).isPositive();
    copies.remove(begun.get(0));
    begun.get(1).version = new Version(Maps.EPOCH, 4);
    begun.get(2).step = new ObjectCopy.Step.Pulling(C, wanted(Z));
    harness.settle();
    assertThat(harness.effects()).isEmpty();
    assertThat(begun.get(2).step).isEqualTo(new ObjectCopy.Step.Pulling(C, wanted(Z)));
  }

  @Test
  void onlyWhatIsAwaitedIsTaken() {
    List<ObjectCopy> begun = ask(X, Y);
    Version other = new Version(Maps.EPOCH, 2);
    push(C, whole(X, AT));
    push(B, whole(X, other));
    push(B, whole(Z, AT));
    push(B, new Copied(X, AT, null));
    push(B, copied(X, AT, 4, 8, 8));
    push(C, copied(X, AT, 0, 4, 8));
    push(B, copied(X, other, 0, 4, 8));
    assertThat(harness.store.ids()).isEmpty();
    assertThat(heard).isEmpty();
    assertThat(begun.getFirst().step).isEqualTo(new ObjectCopy.Step.Pulling(B, wanted(X)));
    push(B, whole(Z, AT), whole(X, AT));
    assertThat(harness.store.ids()).containsExactly(X);
    assertThat(harness.store.versions()).containsEntry(X, AT);
    assertThat(heard).containsExactly("fetched x");
    push(B, whole(X, AT));
    assertThat(heard).as("it came").hasSize(1);
    assertThat(harness.replica.missing()).containsOnlyKeys(Y, Z);
  }

  /** What is here of the object counts until the last piece has come. */
  @Test
  void largeObjectsComePieceByPiece() {
    List<ObjectCopy> begun = ask(X);
    push(B, copied(X, AT, 0, 4, 12));
    assertThat(begun.getFirst().mends).isFalse();
    Wanted next = new Wanted(X, AT, new Cursor(4, null));
    assertThat(harness.effects()).containsExactly(pull(B, next));
    assertThat(begun.getFirst().step).isEqualTo(new ObjectCopy.Step.Pulling(B, next));
    assertThat(heard).isEmpty();
    push(B, copied(X, AT, 4, 12, 12));
    assertThat(heard).containsExactly("fetched x");
    assertThat(harness.replica.missing()).doesNotContainKey(X);
  }

  @Test
  void aCopyOfTheSameVersionIsMendedUnlessItIsBad() {
    for (boolean bad : new boolean[] {false, true}) {
      harness.put(X, AT, "here");
      if (bad) {
        pulling.replaceAll(X);
      }
      List<ObjectCopy> begun = ask(X);
      push(B, copied(X, AT, 0, 4, 12));
      assertThat(begun.getFirst().mends).isEqualTo(!bad);
      copies.remove(begun.getFirst());
      pulling = new Pulling(harness.replica, locations, copies, new Heard());
    }
    harness.put(X, new Version(Maps.EPOCH, 2), "older");
    List<ObjectCopy> begun = ask(X);
    push(B, copied(X, AT, 0, 4, 12));
    assertThat(begun.getFirst().mends).isFalse();
  }

  @Test
  void aPieceThatNobodyWantsAnyMoreIsNotWritten() {
    List<ObjectCopy> begun = ask(X);
    pulling.onPush(B, new Push(Maps.GROUP, Maps.EPOCH, List.of(copied(X, AT, 0, 4, 12))));
    copies.remove(begun.getFirst());
    harness.settle();
    assertThat(harness.store.ids()).isEmpty();
    assertThat(harness.effects()).isEmpty();
    assertThat(heard).isEmpty();
  }

  @Test
  void whatThereIsNoRoomForIsTold() {
    List<ObjectCopy> begun = ask(X, Z);
    harness.setRoom(false);
    pulling.onPush(B, new Push(Maps.GROUP, Maps.EPOCH, List.of(whole(X, AT), whole(Z, AT))));
    copies.remove(begun.getLast());
    harness.settle();
    assertThat(heard).contains("no room x").doesNotContain("no room z", "fetched x", "fetched z");
  }

  /** Of an object that is not here a part would have to be kept. */
  @Test
  void onlyWhatIsRefusedIsWithoutRoom() {
    List<ObjectCopy> begun = ask(X, Z);
    Piece whole = Objects.requireNonNull(whole(Z, AT).piece());
    Piece part =
        new Piece(
            whole.from(),
            whole.next(),
            whole.last(),
            whole.content(),
            new Kept(List.of(), List.of()));
    push(B, whole(X, AT), new Copied(Z, AT, part));
    assertThat(heard).containsExactly("no room z", "fetched x");
    assertThat(copies.contains(begun.getLast().object)).isFalse();
    assertThat(harness.replica.missing()).containsOnlyKeys(Y, Z);
  }

  private void fail(MemberId from, ObjectId object, Version version, @Nullable Long damaged) {
    pulling.onFailed(
        from,
        new PushFailed(
            Maps.GROUP, Maps.EPOCH, List.of(new Refused(object, version, "why", damaged))));
    harness.settle();
  }

  @Test
  void theNextSourceIsAskedAndThenNobodyIsLeft() {
    List<ObjectCopy> begun = ask(X);
    fail(C, X, AT, 7L);
    assertThat(harness.effects()).as("it was not asked").isEmpty();
    assertThat(begun.getFirst().damagedBytes).isNull();
    fail(B, Z, AT, 7L);
    assertThat(harness.effects()).isEmpty();
    fail(B, X, new Version(1, 1), 7L);
    assertThat(harness.effects()).containsExactly(pull(C, wanted(X)));
    assertThat(begun.getFirst().damagedBytes).as("of another version").isNull();
    assertThat(locations.peer(B).missing()).containsEntry(X, AT);
    fail(C, X, AT, 700L);
    assertThat(begun.getFirst().damagedBytes).isEqualTo(700);
    assertThat(heard).containsExactly("nowhere x");
    assertThat(harness.effects()).isEmpty();
  }

  @Test
  void whatIsUnderWayIsAskedForAgain() {
    ask(X, Y, Z);
    pulling.onReset(B);
    assertThat(harness.effects()).containsExactly(pull(B, wanted(X), wanted(Z)));
    pulling.onReset(C);
    assertThat(harness.effects()).containsExactly(pull(C, wanted(Y)));
    push(B, whole(X, AT));
    harness.effects();
    pulling.onReset(B);
    assertThat(harness.effects()).containsExactly(pull(B, wanted(Z)));
    pulling.onReset(MemberId.of(new OsdId(4)));
    assertThat(harness.effects()).isEmpty();
  }

  /** Of an object larger than a block only what differs need come. */
  @Test
  void whatIsLargeHereIsSigned() {
    harness.put(X, new Version(1, 1), "o".repeat(1_025));
    harness.put(Z, new Version(1, 1), "o".repeat(1_024));
    List<ObjectCopy> begun = begin(X, Z);
    harness.settle();
    List<Pull> asked = harness.said(Pull.class);
    assertThat(asked).hasSize(2);
    assertThat(asked.get(0).objects()).containsExactly(wanted(Z));
    assertThat(asked.get(1).objects())
        .singleElement()
        .satisfies(it -> {
          assertThat(it.object()).isEqualTo(X);
          assertThat(it.here()).isNotNull();
        });
    assertThat(begun).extracting(copy -> copy.amends).containsExactly(true, false);
    pulling.replaceAll(Y);
    harness.put(Y, new Version(1, 1), "o".repeat(2_000));
    begin(Y);
    harness.settle();
    assertThat(harness.said(Pull.class))
        .as("nothing of it is good")
        .containsExactly(new Pull(Maps.GROUP, Maps.EPOCH, List.of(wanted(Y))));
  }
}
