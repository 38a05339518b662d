package io.pando.sim.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpResult;
import io.pando.random.Random64;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinearizabilityTest {
  private static final ObjectOp READ = new ObjectOp.Read(new ByteRange(0, 100));

  private final List<ClientCall> history = new ArrayList<>();

  private void add(long call, long end, CallOutcome ending, ObjectOp... ops) {
    history.add(new ClientCall("c", "o", call, end, List.of(ops), ending));
  }

  private void write(long call, long end, String text, long version) {
    add(call, end, done(version), new ObjectOp.WriteFull(Payload.utf8(text)));
  }

  private void lost(long call, String text) {
    add(call, call, new CallOutcome.Unknown("time"), new ObjectOp.WriteFull(Payload.utf8(text)));
  }

  private void read(long call, long end, String text, long version) {
    OpResult data = new OpResult.Data(Payload.utf8(text));
    add(call, end, new CallOutcome.Succeeded(new Version(1, version), List.of(data)), READ);
  }

  private static CallOutcome done(long version) {
    return new CallOutcome.Succeeded(new Version(1, version), List.of(new OpResult.Done()));
  }

  private List<HistoryViolation> findings() {
    return Linearizability.check(history, Bounds.USUAL);
  }

  private void assertGood() {
    assertThat(findings()).isEmpty();
    assertThat(BruteForce.isLinearizable(history)).isTrue();
  }

  private void assertBad(String said) {
    assertThat(BruteForce.isLinearizable(history)).isFalse();
    assertThat(findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.account()).contains(said));
  }

  @Test
  void aReadSeesTheWriteThatOverlapsItOrTheOneBefore() {
    write(0, 10, "a", 1);
    write(20, 40, "b", 2);
    read(25, 30, "a", 1);
    read(31, 35, "b", 2);
    assertGood();
  }

  @Test
  void aReadDoesNotGoBack() {
    write(0, 10, "a", 1);
    write(20, 40, "b", 2);
    read(25, 30, "b", 2);
    read(31, 35, "a", 1);
    assertBad("31");
  }

  @Test
  void aStaleReadIsFoundAndNamed() {
    write(0, 10, "a", 1);
    write(20, 40, "b", 2);
    read(41, 45, "a", 1);
    assertBad("no order of its operations explains");
  }

  @Test
  void aLostWriteIsFound() {
    write(0, 10, "a", 1);
    add(20, 30, new CallOutcome.Failed(OpError.NOT_FOUND), READ);
    assertBad("NOT_FOUND");
  }

  @Test
  void whatNobodyWasToldOfMayTakeEffectLateOrNever() {
    write(0, 10, "a", 1);
    lost(12, "b");
    lost(13, "c");
    read(20, 21, "a", 1);
    read(500, 501, "c", 7);
    read(600, 601, "c", 7);
    assertGood();
    read(700, 701, "c", 8);
    assertBad("700");
  }

  @Test
  void whatNobodyWasToldOfHappensOnceAtMost() {
    write(0, 10, "a", 1);
    lost(12, "b");
    read(20, 21, "b", 2);
    write(30, 31, "c", 3);
    read(40, 41, "b", 4);
    assertBad("40");
  }

  @Test
  void anUpdateDoesNotHappenTwice() {
    write(0, 10, "a", 1);
    add(20, 30, done(2), new ObjectOp.Append(Payload.utf8("b")));
    read(40, 50, "abb", 3);
    assertBad("40");
  }

  @Test
  void versionsGrow() {
    write(0, 10, "a", 2);
    write(20, 30, "b", 1);
    assertBad("20");
  }

  @Test
  void theVersionReadIsThatOfTheLastChange() {
    write(0, 10, "a", 2);
    read(20, 30, "a", 1);
    assertBad("20");
  }

  @Test
  void conditionsThatFailedSaySomething() {
    write(0, 10, "a", 1);
    add(20, 30, new CallOutcome.Failed(OpError.ALREADY_EXISTS), new ObjectOp.Create(true));
    add(
        20,
        30,
        new CallOutcome.Failed(OpError.VERSION_MISMATCH),
        new ObjectOp.AssertVersion(new Version(1, 9)),
        new ObjectOp.Remove());
    assertGood();
    add(40, 50, new CallOutcome.Failed(OpError.NOT_FOUND), new ObjectOp.Remove());
    assertBad("40");
  }

  @Test
  void whatWasNotDoneLeavesNoTrace() {
    write(0, 10, "a", 1);
    add(
        20,
        30,
        new CallOutcome.Failed(OpError.NO_SPACE),
        new ObjectOp.WriteFull(Payload.utf8("b")));
    assertThat(findings()).isEmpty();
    read(40, 50, "b", 2);
    assertThat(findings()).hasSize(1);
  }

  @Test
  void objectsAreJudgedByThemselves() {
    write(0, 10, "a", 1);
    ClientCall other =
        new ClientCall("c", "p", 0, 1, List.of(READ), new CallOutcome.Succeeded(null, List.of()));
    history.add(other);
    assertThat(findings()).singleElement().extracting(HistoryViolation::object).isEqualTo("p");
  }

  @Test
  void agreesWithBruteForceOnSmallHistories() {
    Random64 random = new Random64(17);
    int good = 0;
    int bad = 0;
    for (long seed = 0; seed < 8_000; seed++) {
      RandomHistory.Shape shape =
          new RandomHistory.Shape(1 + random.nextInt(3), 3 + random.nextInt(3), random.nextInt(3));
      List<ClientCall> made = new RandomHistory(seed, shape).make();
      List<ClientCall> tried = random.oneIn(4) ? made : RandomHistory.confused(made, random);
      tried = random.oneIn(3) ? RandomHistory.withoutVersions(tried) : tried;
      boolean expected = BruteForce.isLinearizable(tried);
      assertThat(Linearizability.check(tried, Bounds.USUAL).isEmpty())
          .as("seed %s: %s", seed, tried)
          .isEqualTo(expected);
      good += expected ? 1 : 0;
      bad += expected ? 0 : 1;
    }
    assertThat(good).isGreaterThan(500);
    assertThat(bad).isGreaterThan(300);
  }

  @Test
  void explainsLargeHistoriesOfManyClients() {
    for (long seed = 0; seed < 6; seed++) {
      RandomHistory.Shape shape = new RandomHistory.Shape(30, 3_000, seed < 2 ? 0 : 60);
      assertThat(Linearizability.check(new RandomHistory(seed, shape).make(), Bounds.USUAL))
          .as("seed %s", seed)
          .isEmpty();
    }
  }

  @Test
  void findsOneWrongAnswerAmongThousands() {
    for (long seed = 0; seed < 6; seed++) {
      RandomHistory.Shape shape = new RandomHistory.Shape(20, 2_000, seed < 3 ? 0 : 200);
      List<ClientCall> made = new RandomHistory(seed, shape).make();
      int victim = 1_000;
      while (!(made.get(victim).ending() instanceof CallOutcome.Succeeded)
          || !made.get(victim).ops().equals(List.of(new ObjectOp.Read(new ByteRange(0, 1000))))) {
        victim++;
      }
      ClientCall read = made.get(victim);
      CallOutcome wrong =
          new CallOutcome.Succeeded(
              ((CallOutcome.Succeeded) read.ending()).version(),
              List.of(new OpResult.Data(Payload.utf8("never written"))));
      made.set(
          victim,
          new ClientCall("c", "o", read.callNanos(), read.returnNanos(), read.ops(), wrong));
      assertThat(Linearizability.check(made, Bounds.USUAL)).as("seed %s", seed).hasSize(1);
    }
  }

  @Test
  void whatIsNotDecidedIsNotTakenForGood() {
    List<ClientCall> made = new RandomHistory(1, new RandomHistory.Shape(10, 100, 0)).make();
    assertThat(Linearizability.check(made, new Bounds(20)))
        .singleElement()
        .satisfies(finding -> assertThat(finding.account()).contains("undecided"));
  }
}
