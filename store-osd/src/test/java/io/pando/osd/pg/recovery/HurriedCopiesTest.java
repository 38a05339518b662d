package io.pando.osd.pg.recovery;

import static io.pando.osd.pg.recovery.RecoveringPrimary.B;
import static io.pando.osd.pg.recovery.RecoveringPrimary.C;
import static io.pando.osd.pg.recovery.RecoveringPrimary.PRIORITY;
import static io.pando.osd.pg.recovery.RecoveringPrimary.ask;
import static io.pando.osd.pg.recovery.RecoveringPrimary.pushed;
import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.ClusterFlag;
import io.pando.cluster.Replication;
import io.pando.id.ObjectId;
import io.pando.id.RequestId;
import io.pando.id.Version;
import io.pando.message.RecoveryMessage.AskSignatures;
import io.pando.message.RecoveryMessage.PushFailed;
import io.pando.message.RecoveryMessage.Refused;
import io.pando.osd.pg.harness.Maps;
import io.pando.osd.pg.replica.Awaiting;
import io.pando.osd.pg.step.Effect;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** An object that an operation waits for is copied beside slots and turns. */
class HurriedCopiesTest {
  private final RecoveringPrimary primary = new RecoveringPrimary();

  private void flag(SortedSet<ClusterFlag> flags) {
    primary.harness.replica.enter(
        Maps.of(Maps.first(3), Maps.first(3), Replication.PRIMARY, Maps.EPOCH, flags),
        primary.harness.replica.info().history());
    primary.harness.settle();
    primary.harness.effects();
  }

  @Test
  void nothingButWhatIsAwaitedIsCopiedWhenRecoveryIsForbidden() {
    flag(new TreeSet<>(List.of(ClusterFlag.NORECOVER)));
    primary.peer(B, 3);
    primary.peer(C, 0);
    primary.recovery.begin();
    assertThat(primary.effects()).isEmpty();
    primary.recovery.prioritize(primary.all.get(1));
    assertThat(pushed(primary.effects(), B)).containsExactly(primary.all.get(1));
    flag(new TreeSet<>());
    primary.recovery.onMap();
    assertThat(primary.effects()).contains(ask(PRIORITY));
  }

  @Test
  void whatIsAwaitedNeedsNoTurn() {
    primary.hold(7);
    primary.effects();
    primary.recovery.prioritize(primary.all.get(5));
    List<Effect> told = primary.effects();
    assertThat(told).hasSize(1);
    assertThat(pushed(told, B)).containsExactly(primary.all.get(5));
    assertThat(primary.recovery.isWritable(primary.all.get(5))).isFalse();
    primary.take(B, List.of(primary.all.get(5)));
    assertThat(primary.heard).containsExactly("available o" + name(5));
    assertThat(primary.effects()).noneMatch(Effect.EndTurn.class::isInstance);
    assertThat(primary.recovery.isWritable(primary.all.get(5))).isTrue();
    primary.recovery.onTurn(1);
    assertThat(pushed(primary.effects(), B)).isEqualTo(primary.all.subList(0, 3));
    primary.recovery.onTurn(2);
    assertThat(pushed(primary.effects(), B))
        .as("without the one that is there")
        .containsExactly(primary.all.get(3), primary.all.get(4), primary.all.get(6));
  }

  private String name(int object) {
    return primary.all.get(object).name().substring(1);
  }

  @Test
  void noMoreThanSomeAreHurriedAtATime() {
    for (int i = 0; i < 66; i++) {
      primary.harness.replica.append(
          primary.harness.update("p" + i, new RequestId(10, i + 1L)),
          Version.ZERO,
          Awaiting.nothing());
    }
    primary.harness.settle();
    primary.all = primary.harness.store.ids();
    primary.peer(B, 66);
    primary.peer(C, 0);
    primary.all.subList(0, 66).forEach(primary.recovery::prioritize);
    assertThat(primary.effects()).as("it has not begun").isEmpty();
    primary.recovery.begin();
    List<ObjectId> first = pushed(primary.effects(), B);
    assertThat(first).isEqualTo(primary.all.subList(0, 64));
    primary.take(B, primary.all.subList(0, 1));
    assertThat(pushed(primary.effects(), B)).containsExactly(primary.all.get(64));
    primary.take(B, primary.all.subList(1, 3));
    assertThat(pushed(primary.effects(), B)).containsExactly(primary.all.get(65));
  }

  /** Of three objects in a turn two are read, since they have more bytes than a batch. */
  @Test
  void whatIsAwaitedAndPutBackNeedsNoOtherTurn() {
    for (ObjectId object : primary.all.subList(0, 3)) {
      primary.harness.put(object, primary.version(object), "x".repeat(4_000));
    }
    primary.hold(3);
    primary.effects();
    primary.recovery.onTurn(1);
    primary.recovery.prioritize(primary.all.get(2));
    assertThat(asked(primary.effects())).isEqualTo(primary.all.subList(0, 2));
    primary.recovery.onMap();
    assertThat(asked(primary.effects())).containsExactly(primary.all.get(2));
  }

  @Test
  void whatIsPutBackIsStillAwaited() {
    for (ObjectId object : primary.all.subList(0, 3)) {
      primary.harness.put(object, primary.version(object), "x".repeat(4_000));
    }
    primary.peer(B, 3);
    primary.peer(C, 0);
    primary.all.subList(0, 3).forEach(primary.recovery::prioritize);
    primary.recovery.begin();
    assertThat(asked(primary.effects())).isEqualTo(primary.all.subList(0, 2));
    primary.recovery.onMap();
    assertThat(asked(primary.effects())).containsExactly(primary.all.get(2));
  }

  /** Large objects of which a replica is asked what it has. */
  private static List<ObjectId> asked(List<Effect> effects) {
    List<ObjectId> asked = new ArrayList<>();
    for (Effect effect : effects) {
      if (effect instanceof Effect.Send(_, AskSignatures question)) {
        question.objects().forEach(it -> asked.add(it.object()));
      }
    }
    return asked;
  }

  @Test
  void whatWasSetAsideWaitsUntilItIsTriedAgain() {
    primary.hold(2);
    primary.recovery.onTurn(1);
    primary.effects();
    ObjectId object = primary.all.getFirst();
    primary.recovery.onMessage(
        B,
        new PushFailed(
            Maps.GROUP,
            Maps.EPOCH,
            List.of(new Refused(object, primary.version(object), "no room"))));
    primary.effects();
    primary.recovery.prioritize(object);
    assertThat(primary.effects()).isEmpty();
    primary.take(B, primary.all.subList(1, 2));
    primary.harness.pass(5 * RecoveryModel.RETRY_NANOS + 1);
    primary.recovery.onTick();
    primary.recovery.prioritize(object);
    assertThat(pushed(primary.effects(), B)).containsExactly(object);
  }

  @Test
  void whatComesToBeAwaitedOnItsWayStaysThere() {
    primary.hold(2);
    primary.recovery.onTurn(1);
    primary.effects();
    primary.recovery.prioritize(primary.all.getFirst());
    assertThat(primary.effects()).as("it is under way").isEmpty();
    primary.take(B, primary.all.subList(0, 2));
    assertThat(primary.heard)
        .containsExactlyInAnyOrder("available o" + name(0), "available o" + name(1), "whole");
  }
}
