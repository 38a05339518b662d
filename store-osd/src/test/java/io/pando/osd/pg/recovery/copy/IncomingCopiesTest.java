package io.pando.osd.pg.recovery.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.cluster.Replication;
import io.pando.group.GroupInfo;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.RecoveryMessage.Copied;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Kept;
import io.pando.message.RecoveryMessage.Piece;
import io.pando.message.RecoveryMessage.Push;
import io.pando.message.RecoveryMessage.PushFailed;
import io.pando.message.RecoveryMessage.Pushed;
import io.pando.message.ReplicationMessage;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.recovery.RecoveryModel;
import io.pando.osd.pg.recovery.ReplicaRecovery;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import io.pando.port.Peer;
import io.pando.store.ReadOutcome;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies that come to a replica, once or again, with room for them or without. */
class IncomingCopiesTest {
  private static final ObjectId OBJECT = GroupHarness.object("o");
  private static final Version VERSION = new Version(Maps.EPOCH, 3);
  private static final Peer VIA = GroupHarness.stream(new OsdId(0));

  private final GroupHarness harness =
      new GroupHarness(new OsdId(1), Maps.of(2, Replication.PRIMARY), RecoveryModel.config(false));
  private final GroupHarness source =
      new GroupHarness(new OsdId(0), Maps.of(2, Replication.PRIMARY), RecoveryModel.config(false));
  private ReplicaRecovery recovery = new ReplicaRecovery(harness.replica);

  private Push push(String bytes) {
    return push(bytes, Cursor.START);
  }

  private Push push(String bytes, Cursor from) {
    return push(VERSION, bytes, from);
  }

  private Push push(Version version, String bytes, Cursor from) {
    source.put(OBJECT, version, bytes);
    ReadOutcome.Found read =
        (ReadOutcome.Found) source.store.read(OBJECT, ObjectPieces.query(from, 4_096));
    return push(version, ObjectPieces.cut(read.view(), from, 4_096));
  }

  private static Push push(Version version, Piece piece) {
    Copied copied = new Copied(OBJECT, version, piece);
    return new Push(Maps.GROUP, Maps.EPOCH, List.of(copied));
  }

  private void lack() {
    harness.replica.noteMissing(OBJECT, VERSION);
    harness.settle();
  }

  @Test
  void aCopyIsToldOnceItIsDurable() {
    lack();
    recovery.onPush(VIA, push("new"));
    harness.answer();
    assertThat(harness.effects()).isEmpty();
    assertThat(harness.replica.missing()).containsKey(OBJECT);
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.store.contents()).isEqualTo(source.store.contents());
  }

  @Test
  void anotherVersionThanIsMissingIsRefused() {
    Version other = VERSION.next(Maps.EPOCH);
    harness.replica.noteMissing(OBJECT, other);
    harness.settle();
    recovery.onPush(VIA, push("new"));
    harness.settle();
    assertThat(harness.said(PushFailed.class))
        .singleElement()
        .satisfies(it ->
            assertThat(it.objects().getFirst().reason())
                .isEqualTo("it is missing in version " + other));
    assertThat(harness.replica.missing()).containsEntry(OBJECT, other);
    assertThat(harness.store.ids()).isEmpty();
  }

  @Test
  void whatThereIsNoRoomForStaysMissing() {
    lack();
    harness.setRoom(false);
    recovery.onPush(VIA, push("new"));
    harness.settle();
    assertThat(harness.said(PushFailed.class))
        .singleElement()
        .satisfies(it -> assertThat(it.objects().getFirst().reason()).isEqualTo("no space"));
    assertThat(harness.replica.missing()).containsEntry(OBJECT, VERSION);
    harness.setRoom(true);
    recovery.onPush(VIA, push("new"));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
  }

  /** A primary whose stream broke sends again; the first may be refused yet. */
  @Test
  void whatCameAgainIsRefusedWithTheFirst() {
    lack();
    harness.setRoom(false);
    recovery.onPush(VIA, push("new"));
    recovery.onPush(VIA, push("new"));
    harness.answer();
    harness.answer();
    assertThat(harness.submitted()).as("it is written once").isOne();
    harness.report();
    assertThat(harness.replica.missing()).containsKey(OBJECT);
    List<Effect> told = harness.effects();
    assertThat(told).hasSize(2);
    assertThat(told)
        .extracting(it -> ((Effect.Answer) it).message())
        .hasOnlyElementsOfType(PushFailed.class);
  }

  @Test
  void whatCameAgainIsToldWithTheFirst() {
    lack();
    recovery.onPush(VIA, push("new"));
    recovery.onPush(VIA, push("new"));
    harness.answer();
    harness.answer();
    assertThat(harness.submitted()).isOne();
    assertThat(harness.effects()).isEmpty();
    harness.report();
    assertThat(harness.said(Pushed.class)).hasSize(2);
    recovery.onPush(VIA, push("new"));
    assertThat(harness.said(Pushed.class)).as("it is here").hasSize(1);
  }

  /** The refusal of a piece may be lost, and then the piece is sent again. */
  @Test
  void aPieceOfACopyThatIsGoneIsRefused() {
    lack();
    String large = "x".repeat(5_000);
    recovery.onPush(VIA, push(large));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    assertThat(harness.replica.missing()).containsKey(OBJECT);
    Push second = push(large, new Cursor(4_096, null));
    harness.setRoom(false);
    recovery.onPush(VIA, second);
    harness.settle();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    harness.setRoom(true);
    recovery.onPush(VIA, second);
    harness.settle();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    recovery.onPush(VIA, push(large));
    recovery.onPush(VIA, second);
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(2);
    assertThat(harness.store.contents()).isEqualTo(source.store.contents());
  }

  @Test
  void anotherVersionThanTheMissingOneIsRefused() {
    harness.replica.noteMissing(OBJECT, new Version(Maps.EPOCH, 4));
    harness.settle();
    recovery.onPush(VIA, push("old"));
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    assertThat(harness.submitted()).isZero();
  }

  /** The object is here in another version than the one that is missing. */
  private void lackOverAnother() {
    harness.replica.append(harness.update("o", RequestId.NONE), Version.ZERO, Awaiting.nothing());
    lack();
    assertThat(harness.replica.tree().tree().unsureLeaves()).isZero();
    harness.effects();
  }

  /** What is here as a piece that keeps all of it. */
  private Push keeping() {
    return keeping(VERSION, null);
  }

  private Push keeping(Version version, @Nullable Version of) {
    Copied copied = push(version, "new", Cursor.START).objects().getFirst();
    Piece piece = Objects.requireNonNull(copied.piece());
    ByteRange all = new ByteRange(0, piece.content().size());
    Piece kept =
        new Piece(
            piece.from(),
            piece.next(),
            piece.last(),
            new Piece.Content(
                piece.content().size(),
                piece.content().attributes(),
                List.of(),
                Payload.EMPTY,
                piece.content().entries()),
            new Kept(List.of(all), List.of(), of));
    return push(version, kept);
  }

  /** Another member updated the object that is here. */
  private LogEntry fallBehind() {
    harness.replica.append(harness.update("o", RequestId.NONE), Version.ZERO, Awaiting.nothing());
    harness.settle();
    LogEntry here = harness.replica.log().newestOf(OBJECT).orElseThrow();
    LogEntry later =
        new LogEntry(
            here.version().next(Maps.EPOCH),
            here.version(),
            OBJECT,
            LogEntry.Kind.MODIFY,
            RequestId.NONE,
            List.of());
    harness
        .replica
        .adoption()
        .merge(
            LogMerge.of(harness.replica.log(), here.version(), List.of(later)),
            harness.replica.info());
    harness.settle();
    harness.effects();
    return later;
  }

  @Test
  void partsOfTheVersionThatFellBehindStay() {
    LogEntry later = fallBehind();
    recovery.onPush(VIA, keeping(later.version(), later.prior()));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.replica.isBehind(OBJECT)).isFalse();
    assertThat(harness.store.versions()).containsEntry(OBJECT, later.version());
  }

  @Test
  void partsOfAnotherVersionOrOfABadOneAreRefused() {
    LogEntry later = fallBehind();
    recovery.onPush(VIA, keeping(later.version(), new Version(Maps.EPOCH, 9)));
    harness.settle();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    harness.replica.noteMissing(OBJECT, later.version());
    recovery.onPush(VIA, keeping(later.version(), later.prior()));
    harness.settle();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    assertThat(harness.replica.missing()).containsEntry(OBJECT, later.version());
    assertThat(harness.store.versions())
        .as("all is as it was")
        .containsEntry(OBJECT, later.prior());
    recovery.onPush(VIA, push(later.version(), "new", Cursor.START));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
  }

  /** What it keeps may be of any version, or nothing. */
  @Test
  void aPieceThatKeepsAPartOfWhatCannotBeReadIsRefused() {
    lackOverAnother();
    harness.store.unreadable.add(OBJECT);
    recovery.onPush(VIA, keeping());
    harness.settle();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    assertThat(harness.replica.missing()).containsKey(OBJECT);
    harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, OBJECT)));
    recovery.onPush(VIA, keeping());
    harness.settle();
    assertThat(harness.said(PushFailed.class)).as("nor of what is not here").hasSize(1);
    assertThat(harness.store.ids()).isEmpty();
  }

  @Test
  void aPieceThatKeepsAPartOfWhatIsHereIsTaken() {
    lackOverAnother();
    recovery.onPush(VIA, keeping());
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.store.versions()).containsEntry(OBJECT, VERSION);
  }

  /** The tree has an item of the replaced version, which is unknown if it cannot be read. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theTreeIsUnsureIfWhatIsReplacedCannotBeRead(boolean readable) {
    lackOverAnother();
    if (!readable) {
      harness.store.unreadable.add(OBJECT);
    }
    recovery.onPush(VIA, push("new"));
    harness.settle();
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.store.contents()).isEqualTo(source.store.contents());
    assertThat(harness.replica.tree().tree().unsureLeaves()).isEqualTo(readable ? 0 : 1);
  }

  /** Until the last piece is there, what is here has no version. */
  @Test
  void theTreeHasWhatIsHereOfALargeObjectAfterEachPiece() {
    lackOverAnother();
    assertThat(harness.replica.tree().root()).isEqualTo(item(harness.store.versions().get(OBJECT)));
    String large = "x".repeat(9_000);
    for (int at = 0; at < 9_000; at += 4_096) {
      recovery.onPush(VIA, push(large, new Cursor(at, null)));
      harness.settle();
      boolean last = at + 4_096 >= 9_000;
      Version here = last ? VERSION : Version.ZERO;
      assertThat(harness.store.versions()).containsEntry(OBJECT, here);
      assertThat(harness.replica.tree().root()).isEqualTo(item(here));
    }
    assertThat(harness.store.contents()).isEqualTo(source.store.contents());
  }

  /** It is here in the version that comes, with damaged bytes. */
  @Test
  void whatIsMendedHasItsVersionAfterEachPiece() {
    harness.replica.append(harness.update("o", RequestId.NONE), Version.ZERO, Awaiting.nothing());
    harness.settle();
    Version version = Objects.requireNonNull(harness.store.versions().get(OBJECT));
    harness.replica.noteMissing(OBJECT, version);
    IncomingCopies copies =
        new IncomingCopies(
            harness.replica, (target, action) -> Awaiting.inAnyInterval("copies", target, action));
    List<Copied> durable = new ArrayList<>();
    String large = "x".repeat(9_000);
    for (int at = 0; at < 9_000; at += 4_096) {
      copies.write(
          push(version, large, new Cursor(at, null)).objects(),
          new IncomingCopies.Standing((_, _) -> true, _ -> false),
          durable::addAll,
          refused -> fail("%s", refused));
      harness.settle();
      assertThat(copies.begun().isEmpty()).isEqualTo(at + 4_096 >= 9_000);
      assertThat(harness.store.versions()).containsEntry(OBJECT, version);
      assertThat(harness.replica.tree().root()).isEqualTo(item(version));
    }
    assertThat(durable).hasSize(3);
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.store.contents()).isEqualTo(source.store.contents());
  }

  /**
   * The first piece of a copy that did not go on was written. Then the object was found here after
   * all, and was found to be gone or bad once more: none of that piece is here.
   */
  @Test
  void aFirstPieceIsWrittenAgainIfTheObjectWasFoundBadSince() {
    lack();
    String large = "x".repeat(9_000);
    recovery.onPush(VIA, push(large));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, OBJECT)));
    lack();
    recovery.onPush(VIA, push(VERSION, large, new Cursor(4_096, null)));
    harness.settle();
    assertThat(harness.said(PushFailed.class)).as("nothing to go on from").hasSize(1);
    for (int at = 0; at < 9_000; at += 4_096) {
      recovery.onPush(VIA, push(VERSION, large, new Cursor(at, null)));
      harness.settle();
    }
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.store.contents()).isEqualTo(source.store.contents());
  }

  /** Pieces of the object that come later continue from nothing. */
  @Test
  void aRemovalEndsACopyOfWhichPiecesHaveCome() {
    lackOverAnother();
    IncomingCopies copies =
        new IncomingCopies(
            harness.replica, (target, action) -> Awaiting.inAnyInterval("copies", target, action));
    List<Copied> durable = new ArrayList<>();
    List<Copied> refused = new ArrayList<>();
    String large = "x".repeat(9_000);
    Copied first = push(large).objects().getFirst();
    Copied second = push(large, new Cursor(4_096, null)).objects().getFirst();
    Copied removal = new Copied(OBJECT, Version.ZERO, null);
    for (Copied copied : List.of(first, removal, second)) {
      copies.write(
          List.of(copied),
          new IncomingCopies.Standing(IncomingCopies.Mending.NEVER, _ -> false),
          durable::addAll,
          refused::addAll);
      harness.settle();
      assertThat(copies.begun().contains(OBJECT)).isEqualTo(copied.equals(first));
    }
    assertThat(durable).containsExactly(first, removal);
    assertThat(refused).containsExactly(second);
    assertThat(harness.store.ids()).isEmpty();
    assertThat(harness.replica.tree().root()).isEqualTo(Digest.EMPTY);
  }

  private Digest item(@Nullable Version version) {
    return new Digest(harness.replica.tree().item(OBJECT, Objects.requireNonNull(version)), 1);
  }

  /** The version read before the step took effect is not the version that the step leaves. */
  @Test
  void theTreeIsUnsureIfAStepOfAnEarlierIntervalMayBeRefused() {
    lackOverAnother();
    harness.setRoom(false);
    recovery.onPush(VIA, push("new"));
    harness.answer();
    assertThat(harness.replica.tree().isProposed(OBJECT)).isTrue();
    harness.replica.onIntervalEnded();
    recovery = new ReplicaRecovery(harness.replica);
    harness.setRoom(true);
    recovery.onPush(VIA, push("new"));
    harness.answer();
    assertThat(harness.replica.tree().tree().unsureLeaves()).isOne();
    harness.settle();
    assertThat(harness.store.contents()).isEqualTo(source.store.contents());
    assertThat(harness.replica.tree().tree().unsureLeaves()).isOne();
  }

  /** A replica that is filled has a log, and lacks objects that it does not name as missing. */
  @Test
  void aCopyOlderThanTheLogIsRefused() {
    harness.replica.noteBackfilled(GroupInfo.NOTHING, Awaiting.nothing());
    ReplicationMessage.Update update = harness.update("o", RequestId.NONE);
    harness.replica.append(
        new ReplicationMessage.Update(update.entry(), List.of(), update.objects(), update.bytes()),
        Version.ZERO,
        Awaiting.nothing());
    harness.settle();
    harness.effects();
    Version newest = update.entry().version();
    Version older = new Version(newest.epoch() - 1, newest.counter());
    recovery.onPush(VIA, push(older, "old", Cursor.START));
    harness.settle();
    assertThat(harness.said(PushFailed.class))
        .singleElement()
        .satisfies(it ->
            assertThat(it.objects().getFirst().reason()).isEqualTo("it is older than the log"));
    assertThat(harness.store.ids()).isEmpty();
    recovery.onPush(VIA, push(newest, "new", Cursor.START));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    assertThat(harness.store.versions()).containsEntry(OBJECT, newest);
  }
}
