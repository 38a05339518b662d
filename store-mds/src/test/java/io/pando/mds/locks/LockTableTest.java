package io.pando.mds.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsError;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LockTableTest {
  private static final Ino FILE = new Ino(5);
  private static final Ino OTHER = new Ino(6);
  private static final ByteRange ALL = LockClaim.WHOLE_FILE;

  private final LockModel model = new LockModel(10);

  private static LockClaim record(long owner, LockMode mode, ByteRange range) {
    return LockModel.claim(LockFamily.RECORD, owner, mode, range);
  }

  private static LockClaim flock(long owner, LockMode mode) {
    return LockModel.claim(LockFamily.FLOCK, owner, mode, ALL);
  }

  private long exclusive(long owner, Ino ino) {
    return model.ask(owner, ino, record(1, LockMode.EXCLUSIVE, ALL), true);
  }

  private long shared(long owner, Ino ino) {
    return model.ask(owner, ino, record(1, LockMode.SHARED, ALL), true);
  }

  private void release(long owner, Ino ino) {
    model.ask(owner, ino, record(1, LockMode.NONE, ALL), false);
  }

  private void assertOutcome(String... outcomes) {
    assertThat(model.outcomes).containsExactly(outcomes);
  }

  @Test
  void requestsAreGrantedInTheirOrder() {
    exclusive(1, FILE);
    long second = exclusive(2, FILE);
    long third = exclusive(3, FILE);
    release(1, FILE);
    assertOutcome("4 granted", second + " granted");
    release(2, FILE);
    assertOutcome("5 granted", third + " granted");
  }

  @Test
  void readersDoNotStarveAWriter() {
    shared(1, FILE);
    long writer = exclusive(2, FILE);
    long reader = shared(3, FILE);
    assertOutcome();
    long test = model.ask(4, FILE, record(1, LockMode.SHARED, ALL), false);
    assertOutcome(test + " granted");
    release(4, FILE);
    release(1, FILE);
    assertOutcome("6 granted", writer + " granted");
    release(2, FILE);
    assertOutcome("7 granted", reader + " granted");
  }

  @Test
  void anOwnerIsNotHeldUpByRequestsThatWaitForIt() {
    shared(1, FILE);
    exclusive(2, FILE);
    long again = model.ask(1, FILE, record(1, LockMode.SHARED, new ByteRange(3, 9)), true);
    assertOutcome(again + " granted");
  }

  @Test
  void theOrderOfRequestsAloneIsNoDeadlock() {
    shared(1, FILE);
    exclusive(3, OTHER);
    exclusive(2, FILE);
    long reader = shared(3, FILE);
    assertOutcome();
    // Now 2 waits for 1, 1 for 3, and 3 would wait for 2, which is only older.
    exclusive(1, OTHER);
    assertOutcome(reader + " granted");
  }

  @Test
  void theLastOfACircleFails() {
    exclusive(1, FILE);
    exclusive(2, OTHER);
    exclusive(1, OTHER);
    long last = exclusive(2, FILE);
    assertOutcome(last + " EDEADLK");
    release(2, OTHER);
    assertOutcome("5 granted", "3 granted");
  }

  @Test
  void twoReadersThatBecomeWritersAreACircle() {
    shared(1, FILE);
    shared(2, FILE);
    exclusive(1, FILE);
    long last = exclusive(2, FILE);
    assertOutcome(last + " EDEADLK");
    release(2, FILE);
    assertOutcome("5 granted", "3 granted");
  }

  @Test
  void aLockThatClosesACircleEndsTheOtherRequest() {
    LockClaim first = record(1, LockMode.EXCLUSIVE, new ByteRange(0, 1));
    LockClaim second = record(1, LockMode.EXCLUSIVE, new ByteRange(1, 1));
    model.ask(2, FILE, first, true);
    model.ask(3, FILE, second, true);
    // Two threads of one owner wait; the owner of what one needs waits for what the other gets.
    model.ask(1, FILE, first, true);
    model.ask(1, FILE, second, true);
    model.ask(2, FILE, second, true);
    assertOutcome();
    release(3, FILE);
    assertOutcome("6 granted", "4 granted", "3 EDEADLK");
  }

  @Test
  void locksOfReadsAndWritesAreGrantedInTheirOrderAndSeeNoOthers() {
    exclusive(1, FILE);
    LockClaim write = transfer(1, LockMode.EXCLUSIVE, ALL);
    long first = model.ask(2, FILE, write, true);
    assertOutcome(first + " granted");
    long append = model.ask(3, FILE, write, true);
    LockClaim read = transfer(2, LockMode.SHARED, new ByteRange(5, 2));
    long own = model.ask(2, FILE, read, true);
    assertOutcome();
    model.ask(2, FILE, transfer(1, LockMode.NONE, ALL), true);
    assertOutcome("5 granted", append + " granted");
    model.endSession(3);
    assertOutcome(own + " granted");
  }

  private static LockClaim transfer(long owner, LockMode mode, ByteRange range) {
    return LockModel.claim(LockFamily.TRANSFER, owner, mode, range);
  }

  @Test
  void flockHasNoCircles() {
    model.ask(1, FILE, flock(1, LockMode.EXCLUSIVE), true);
    model.ask(2, OTHER, flock(1, LockMode.EXCLUSIVE), true);
    model.ask(1, OTHER, flock(1, LockMode.EXCLUSIVE), true);
    model.ask(2, FILE, flock(1, LockMode.EXCLUSIVE), true);
    assertOutcome();
    assertThat(model.waiting()).hasSize(2);
    model.cancel(model.waiting().getFirst());
    assertOutcome("3 EINTR");
  }

  @Test
  void aConversionThatHasToWaitGivesUpTheOldLock() {
    LockTable table = new LockTable(LockLimits.usual(), (_, _) -> {});
    table.ask(new LockAsk(1, 1, FILE, flock(1, LockMode.SHARED), true));
    table.ask(new LockAsk(2, 1, FILE, flock(1, LockMode.SHARED), true));
    table.ask(new LockAsk(1, 2, FILE, flock(1, LockMode.EXCLUSIVE), true));
    assertThat(table.locksOf(1)).isZero();
    table.ask(new LockAsk(2, 2, FILE, flock(1, LockMode.NONE), true));
    assertThat(table.locksOf(1)).isEqualTo(1);
    table.invariants();
  }

  @Test
  void familiesDoNotSeeEachOther() {
    exclusive(1, FILE);
    long other = model.ask(2, FILE, flock(1, LockMode.EXCLUSIVE), false);
    assertOutcome(other + " granted");
  }

  @Test
  void aSessionHasNoMoreLocksThanAllowed() {
    for (int i = 0; i < 10; i++) {
      model.ask(1, FILE, record(1, LockMode.SHARED, new ByteRange(2L * i, 1)), false);
    }
    long more = model.ask(1, OTHER, record(2, LockMode.SHARED, new ByteRange(0, 1)), true);
    assertOutcome(more + " ENOLCK");
    long joins = model.ask(1, FILE, record(1, LockMode.SHARED, new ByteRange(0, 7)), false);
    assertOutcome(joins + " granted");
  }

  @Test
  void theEndOfASessionFreesItsLocks() {
    exclusive(1, FILE);
    long second = exclusive(2, FILE);
    exclusive(1, FILE);
    model.endSession(1);
    assertOutcome(second + " granted");
  }

  @Test
  void anEmptyRangeIsNotLocked() {
    List<FsError> errors = new ArrayList<>();
    LockTable table = new LockTable(LockLimits.usual(), (_, error) -> errors.add(error));
    table.ask(new LockAsk(1, 1, FILE, record(1, LockMode.SHARED, new ByteRange(4, 0)), true));
    assertThat(errors).containsExactly(FsError.EINVAL);
    table.invariants();
  }
}
