package io.pando.osd.pg.recovery;

import static io.pando.osd.pg.recovery.RecoveringPrimary.B;
import static io.pando.osd.pg.recovery.RecoveringPrimary.C;
import static io.pando.osd.pg.recovery.RecoveringPrimary.pushed;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.AskSignatures;
import io.pando.message.RecoveryMessage.Cursor;
import io.pando.message.RecoveryMessage.Pull;
import io.pando.message.RecoveryMessage.Push;
import io.pando.message.RecoveryMessage.PushFailed;
import io.pando.message.RecoveryMessage.Pushed;
import io.pando.message.RecoveryMessage.Refused;
import io.pando.message.RecoveryMessage.Signature;
import io.pando.message.RecoveryMessage.Signatures;
import io.pando.message.RecoveryMessage.Signed;
import io.pando.message.RecoveryMessage.Wanted;
import io.pando.message.RecoveryMessage.Written;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.step.Effect;
import io.pando.store.StoreOp;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A primary brings an object to others, and finds what it did not expect, here or there. */
class PushingTest {
  private static final Cursor SECOND = new Cursor(4_096, null);
  private static final Cursor THIRD = new Cursor(8_192, null);

  private final RecoveringPrimary primary = new RecoveringPrimary();
  private final ObjectId object = primary.all.getFirst();
  private final Version version = primary.version(object);

  private void removeHere() {
    primary.harness.store.apply(List.of(new StoreOp.Remove(GroupHarness.COLLECTION, object)));
  }

  /**
   * A log says what should be here; without a copy that is damage, and no order to remove others.
   */
  @Test
  void anObjectThatShouldBeHereAndIsNotIsFetchedAnew() {
    primary.hold(1);
    primary.effects();
    removeHere();
    primary.recovery.onTurn(1);
    List<Effect> told = primary.effects();
    assertThat(told).filteredOn(Effect.CountDamaged.class::isInstance).hasSize(1);
    assertThat(told).filteredOn(Effect.Report.class::isInstance).hasSize(1);
    assertThat(told)
        .contains(
            new Effect.Send(
                C,
                new Pull(
                    Maps.GROUP, Maps.EPOCH, List.of(new Wanted(object, version, Cursor.START)))));
    assertThat(pushed(told, B)).isEmpty();
    assertThat(primary.harness.replica.missing()).containsOnlyKeys(object);
    assertThat(primary.recovery.isReadable(object)).isFalse();
  }

  /** It was to be pushed in the next turn, in which it is being looked at. */
  @Test
  void anObjectThatIsDamagedHereIsFetchedBeforeItIsPushed() {
    primary.hold(2);
    primary.effects();
    primary.recovery.onDamaged(object, "bad bytes");
    primary.recovery.onDamaged(object, "bad bytes");
    primary.check();
    assertThat(primary.harness.effects())
        .containsOnlyOnce(
            new Effect.CountDamaged(),
            new Effect.Report(
                Maps.GROUP + ": damaged here, will be fetched from another OSD: bad bytes"));
    primary.recovery.onTurn(1);
    List<Effect> told = primary.effects();
    assertThat(pushed(told, B)).containsExactly(primary.all.get(1));
    assertThat(told)
        .contains(
            new Effect.Send(
                C,
                new Pull(
                    Maps.GROUP, Maps.EPOCH, List.of(new Wanted(object, version, Cursor.START)))));
    assertThat(primary.harness.replica.missing()).containsOnlyKeys(object);
  }

  /** What is left of it here proves nothing. */
  @Test
  void anObjectThatWasDamagedHereAndThatNobodyHasIsLost() {
    primary.hold(1);
    removeHere();
    primary.recovery.onDamaged(object, "bad bytes");
    primary.effects();
    for (MemberId member : List.of(C, B)) {
      assertThat(primary.heard).as("there is one more to ask").isEmpty();
      primary.recovery.onMessage(
          member,
          new PushFailed(Maps.GROUP, Maps.EPOCH, List.of(new Refused(object, version, "missing"))));
      primary.effects();
    }
    assertThat(primary.heard).containsExactly("lost " + object.name());
    assertThat(primary.recovery.isLost(object)).isTrue();
  }

  @Test
  void anObjectThatShouldNotBeHereIsRemovedElsewhere() {
    TreeMap<ObjectId, Version> lacks = new TreeMap<>();
    lacks.put(object, Version.ZERO);
    removeHere();
    primary.recovery.addPeer(B, primary.harness.replica.info(), lacks);
    primary.peer(C, 0);
    primary.recovery.begin();
    primary.recovery.prioritize(object);
    List<Effect> told = primary.effects();
    assertThat(told).noneMatch(Effect.CountDamaged.class::isInstance);
    assertThat(pushed(told, B)).containsExactly(object);
    assertThat(primary.harness.replica.missing()).isEmpty();
  }

  private void sign(MemberId member, Cursor from, @Nullable Signature here) {
    primary.recovery.onMessage(
        member,
        new Signatures(Maps.GROUP, Maps.EPOCH, List.of(new Signed(object, version, from, here))));
  }

  private void take(MemberId member, Cursor next) {
    primary.recovery.onMessage(
        member, new Pushed(Maps.GROUP, Maps.EPOCH, List.of(new Written(object, version, next))));
  }

  private Effect ask(MemberId member, Cursor from) {
    return new Effect.Send(
        member,
        new AskSignatures(Maps.GROUP, Maps.EPOCH, List.of(new Wanted(object, version, from))));
  }

  private List<MemberId> askedOrSent() {
    return primary.effects().stream()
        .filter(Effect.Send.class::isInstance)
        .map(Effect.Send.class::cast)
        .filter(it -> it.message() instanceof AskSignatures || it.message() instanceof Push)
        .map(Effect.Send::to)
        .toList();
  }

  /** Each question takes a round trip, in which the copy does not go on. */
  @Test
  void aReplicaThatHasNothingOfAnObjectIsAskedOnce() {
    primary.harness.put(object, version, "x".repeat(9_000));
    primary.peer(B, 1);
    primary.peer(C, 1);
    primary.recovery.begin();
    primary.recovery.prioritize(object);
    assertThat(primary.effects()).contains(ask(B, Cursor.START), ask(C, Cursor.START));
    sign(B, Cursor.START, null);
    assertThat(askedOrSent()).as("the other one is awaited").isEmpty();
    sign(C, Cursor.START, new Signature(List.of(7L), List.of()));
    assertThat(askedOrSent()).containsExactly(B, C);
    take(B, SECOND);
    take(C, SECOND);
    assertThat(primary.effects()).contains(ask(C, SECOND)).doesNotContain(ask(B, SECOND));
    sign(C, SECOND, null);
    assertThat(askedOrSent()).containsExactly(B, C);
    take(B, THIRD);
    take(C, THIRD);
    List<Effect> told = primary.effects();
    assertThat(told).doesNotContain(ask(B, THIRD), ask(C, THIRD));
    assertThat(pushed(told, B)).containsExactly(object);
    assertThat(pushed(told, C)).containsExactly(object);
  }
}
