package io.pando.osd.pace;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.PgId;
import io.pando.id.PoolId;
import io.pando.id.ReplicaId;
import io.pando.osd.config.RecoverySettings;
import io.pando.osd.pg.step.Effect;
import io.pando.osd.pg.step.Input;
import io.pando.osd.pg.step.Slot;
import io.pando.osd.traffic.HandLoop;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What groups of a shard are given: slots of each kind, and turns between the work of clients. */
class RecoveryAdmissionTest {
  private static final int OWN = 3;
  private static final int GUESTS = 2;
  private static final long IDLE = 1_000_000;
  private static final long MOST = 50_000;

  private final HandLoop loop = new HandLoop();
  private final List<String> told = new ArrayList<>();
  private final List<Input> given = new ArrayList<>();
  private int clientOps;
  private final RecoveryAdmission admission =
      new RecoveryAdmission(
          new RecoverySettings(OWN, GUESTS, IDLE, 50, MOST),
          loop,
          () -> clientOps,
          (group, input) -> {
            told.add(group.group().seed() + " " + input);
            given.add(input);
          });

  private static ReplicaId group(int seed) {
    return ReplicaId.of(new PgId(new PoolId(1), seed));
  }

  private List<String> settle() {
    admission.settle();
    List<String> taken = List.copyOf(told);
    told.clear();
    return taken;
  }

  private static String granted(int seed, Slot slot, long token) {
    return seed + " " + new Input.SlotGranted(slot, token);
  }

  private static String turn(int seed, long token) {
    return seed + " " + new Input.TurnGiven(token);
  }

  @ParameterizedTest
  @CsvSource({"PRIMARY, 3", "REPLICA, 2", "SCRUB, 1", "SCRUB_REPLICA, 1"})
  void eachKindHasSlotsOfItsOwn(Slot slot, int most) {
    for (Slot other : Slot.values()) {
      if (other != slot) {
        for (int seed = 10; seed < 20; seed++) {
          admission.ask(group(seed), new Effect.AskSlot(other, seed, 5));
        }
      }
    }
    settle();
    List<String> expected = new ArrayList<>();
    for (int seed = 0; seed <= most; seed++) {
      admission.ask(group(seed), new Effect.AskSlot(slot, 70 + seed, 5));
      if (seed < most) {
        expected.add(granted(seed, slot, 70 + seed));
      }
    }
    assertThat(settle()).containsExactlyElementsOf(expected);
    admission.end(group(0), slot);
    assertThat(settle()).containsExactly(granted(most, slot, 70 + most));
  }

  @ParameterizedTest
  @EnumSource
  void aGroupThatIsGoneLeavesItsSlots(Slot slot) {
    for (int seed = 0; seed < 4; seed++) {
      admission.ask(group(seed), new Effect.AskSlot(slot, seed, 5));
    }
    int held = settle().size();
    assertThat(held).isLessThan(4);
    admission.forget(group(0));
    assertThat(settle()).containsExactly(granted(held, slot, held));
  }

  @Test
  void whoLosesASlotIsTold() {
    admission.ask(group(1), new Effect.AskSlot(Slot.SCRUB, 4, 10));
    settle();
    admission.ask(group(2), new Effect.AskSlot(Slot.SCRUB, 5, 200));
    assertThat(settle())
        .containsExactly("1 " + new Input.SlotRevoked(Slot.SCRUB, 4), granted(2, Slot.SCRUB, 5));
  }

  @Test
  void turnsAreGivenAtOnceWhileNoClientWorks() {
    for (int i = 0; i < 3; i++) {
      admission.askTurn(group(1), i);
    }
    assertThat(settle()).containsExactly(turn(1, 0), turn(1, 1), turn(1, 2));
    assertThat(loop.isIdle()).isTrue();
  }

  /** One at a time, and a pause of half of what it took. */
  @Test
  void turnsAreFewWhileClientsWork() {
    admission.onClientWork();
    admission.askTurn(group(1), 1);
    admission.askTurn(group(2), 2);
    admission.askTurn(group(1), 3);
    assertThat(settle()).containsExactly(turn(1, 1));
    loop.pass(10_000);
    assertThat(settle()).isEmpty();
    admission.endTurn(group(1), 1);
    assertThat(settle()).as("5 µs are paused").isEmpty();
    loop.pass(4_999);
    assertThat(settle()).isEmpty();
    loop.pass(1);
    assertThat(settle()).containsExactly(turn(2, 2));
    loop.pass(400_000);
    admission.endTurn(group(2), 2);
    loop.pass(MOST - 1);
    assertThat(settle()).as("it is the longest pause").isEmpty();
    loop.pass(1);
    assertThat(settle()).containsExactly(turn(1, 3));
  }

  @Test
  void itLooksAgainByItselfOnceClientsAreSilent() {
    admission.onClientWork();
    admission.askTurn(group(1), 1);
    admission.askTurn(group(2), 2);
    assertThat(settle()).containsExactly(turn(1, 1));
    loop.pass(IDLE - 1);
    assertThat(told).isEmpty();
    loop.pass(1);
    assertThat(told).containsExactly(turn(2, 2));
    clientOps = 1;
    admission.askTurn(group(3), 3);
    admission.settle();
    loop.pass(3 * IDLE);
    assertThat(told).as("an operation is under way").hasSize(1);
    clientOps = 0;
    loop.pass(IDLE);
    assertThat(told).hasSize(2);
  }

  @Test
  void whoIsGoneWaitsForNoTurnAndHoldsNone() {
    clientOps = 1;
    admission.askTurn(group(1), 1);
    admission.askTurn(group(2), 2);
    admission.askTurn(group(3), 3);
    assertThat(settle()).containsExactly(turn(1, 1));
    admission.endTurns(group(1));
    assertThat(settle()).containsExactly(turn(2, 2));
    admission.endTurns(group(3));
    admission.forget(group(2));
    assertThat(settle()).isEmpty();
    admission.askTurn(group(4), 4);
    assertThat(settle()).containsExactly(turn(4, 4));
    admission.endTurn(group(4), 9);
    admission.askTurn(group(5), 5);
    assertThat(settle()).as("another turn than the one that is open").isEmpty();
    assertThat(given).hasSize(3);
  }
}
