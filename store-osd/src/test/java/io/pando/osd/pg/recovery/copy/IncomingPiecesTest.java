package io.pando.osd.pg.recovery.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.group.LogEntry;
import io.pando.id.ObjectId;
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
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.log.LogMerge;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.store.StoreOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pieces of objects that come to a replica, over what is here of the object. */
class IncomingPiecesTest {
  private static final ObjectId OBJECT = CopyTarget.OBJECT;
  private static final Version VERSION = CopyTarget.VERSION;

  private final CopyTarget target = new CopyTarget();
  private final GroupHarness harness = target.harness;

  /** What is here as a piece that keeps all of it. */
  private Push keeping() {
    return keeping(VERSION, null);
  }

  private Push keeping(Version version, @Nullable Version of) {
    Copied copied = target.push(version, "new", Cursor.START).objects().getFirst();
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
    return CopyTarget.push(version, kept);
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
    target.receive(keeping(later.version(), later.prior()));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.replica.isBehind(OBJECT)).isFalse();
    assertThat(harness.store.versions()).containsEntry(OBJECT, later.version());
  }

  @Test
  void partsOfAnotherVersionOrOfABadOneAreRefused() {
    LogEntry later = fallBehind();
    target.receive(keeping(later.version(), new Version(Maps.EPOCH, 9)));
    harness.settle();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    harness.replica.noteMissing(OBJECT, later.version());
    target.receive(keeping(later.version(), later.prior()));
    harness.settle();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    assertThat(harness.replica.missing()).containsEntry(OBJECT, later.version());
    assertThat(harness.store.versions())
        .as("all is as it was")
        .containsEntry(OBJECT, later.prior());
    target.receive(target.push(later.version(), "new", Cursor.START));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
  }

  /** What it keeps may be of any version, or nothing. */
  @Test
  void aPieceThatKeepsAPartOfWhatCannotBeReadIsRefused() {
    target.lackOverAnother();
    harness.store.unreadable.add(OBJECT);
    target.receive(keeping());
    harness.settle();
    assertThat(harness.said(PushFailed.class)).hasSize(1);
    assertThat(harness.replica.missing()).containsKey(OBJECT);
    harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, OBJECT)));
    target.receive(keeping());
    harness.settle();
    assertThat(harness.said(PushFailed.class)).as("nor of what is not here").hasSize(1);
    assertThat(harness.store.ids()).isEmpty();
  }

  @Test
  void aPieceThatKeepsAPartOfWhatIsHereIsTaken() {
    target.lackOverAnother();
    target.receive(keeping());
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.store.versions()).containsEntry(OBJECT, VERSION);
  }

  /** The tree has an item of the replaced version, which is unknown if it cannot be read. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theTreeIsUnsureIfWhatIsReplacedCannotBeRead(boolean readable) {
    target.lackOverAnother();
    if (!readable) {
      harness.store.unreadable.add(OBJECT);
    }
    target.receive(target.push("new"));
    harness.settle();
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.store.contents()).isEqualTo(target.copied());
    assertThat(harness.replica.tree().tree().unsureLeaves()).isEqualTo(readable ? 0 : 1);
  }

  /** Until the last piece is there, what is here has no version. */
  @Test
  void theTreeHasWhatIsHereOfALargeObjectAfterEachPiece() {
    target.lackOverAnother();
    assertThat(harness.replica.tree().root()).isEqualTo(item(harness.store.versions().get(OBJECT)));
    String large = "x".repeat(9_000);
    for (int at = 0; at < 9_000; at += 4_096) {
      target.receive(target.push(large, new Cursor(at, null)));
      harness.settle();
      boolean last = at + 4_096 >= 9_000;
      Version here = last ? VERSION : Version.ZERO;
      assertThat(harness.store.versions()).containsEntry(OBJECT, here);
      assertThat(harness.replica.tree().root()).isEqualTo(item(here));
    }
    assertThat(harness.store.contents()).isEqualTo(target.copied());
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
          target.push(version, large, new Cursor(at, null)).objects(),
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
    assertThat(harness.store.contents()).isEqualTo(target.copied());
  }

  /**
   * The first piece of a copy that did not go on was written. Then the object was found here after
   * all, and was found to be gone or bad once more: none of that piece is here.
   */
  @Test
  void aFirstPieceIsWrittenAgainIfTheObjectWasFoundBadSince() {
    target.lack();
    String large = "x".repeat(9_000);
    target.receive(target.push(large));
    harness.settle();
    assertThat(harness.said(Pushed.class)).hasSize(1);
    harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, OBJECT)));
    target.lack();
    target.receive(target.push(VERSION, large, new Cursor(4_096, null)));
    harness.settle();
    assertThat(harness.said(PushFailed.class)).as("nothing to go on from").hasSize(1);
    for (int at = 0; at < 9_000; at += 4_096) {
      target.receive(target.push(VERSION, large, new Cursor(at, null)));
      harness.settle();
    }
    assertThat(harness.replica.missing()).isEmpty();
    assertThat(harness.store.contents()).isEqualTo(target.copied());
  }

  /** Pieces of the object that come later continue from nothing. */
  @Test
  void aRemovalEndsACopyOfWhichPiecesHaveCome() {
    target.lackOverAnother();
    IncomingCopies copies =
        new IncomingCopies(
            harness.replica, (target, action) -> Awaiting.inAnyInterval("copies", target, action));
    List<Copied> durable = new ArrayList<>();
    List<Copied> refused = new ArrayList<>();
    String large = "x".repeat(9_000);
    Copied first = target.push(large).objects().getFirst();
    Copied second = target.push(large, new Cursor(4_096, null)).objects().getFirst();
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
    target.lackOverAnother();
    harness.setRoom(false);
    target.receive(target.push("new"));
    harness.answer();
    assertThat(harness.replica.tree().isProposed(OBJECT)).isTrue();
    harness.replica.onIntervalEnded();
    target.restart();
    harness.setRoom(true);
    target.receive(target.push("new"));
    harness.answer();
    assertThat(harness.replica.tree().tree().unsureLeaves()).isOne();
    harness.settle();
    assertThat(harness.store.contents()).isEqualTo(target.copied());
    assertThat(harness.replica.tree().tree().unsureLeaves()).isOne();
  }
}
