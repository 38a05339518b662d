package io.pando.mds.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.fs.Ino;
import io.pando.fs.lock.HeldLock;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsError;
import io.pando.message.FileMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LockServiceTest {
  private static final Ino FILE = new Ino(9);
  private static final LockClaim LOCK = claim(LockMode.EXCLUSIVE);
  private static final LockClaim RELEASE = claim(LockMode.NONE);

  private final List<String> sent = new ArrayList<>();

  private LockService service(Long... awaited) {
    return new LockService(
        new LockLimits(5, 3),
        new TreeSet<>(List.of(awaited)),
        (session, message) -> sent.add(session + ": " + text(message)),
        (session, clause) -> sent.add(session + " " + clause));
  }

  private static String text(FileMessage message) {
    return switch (message) {
      case FileMessage.LockAnswer it -> {
        FsError error = it.error();
        LockClaim conflict = it.conflict();
        String of = conflict == null ? "" : " " + conflict.mode() + " of " + conflict.owner();
        yield "%d #%d %s".formatted(it.number(), it.sequence(), error == null ? "ok" : error) + of;
      }
      case FileMessage.LocksRefused it -> "refused " + it.locks().size();
      default -> throw new AssertionError(message);
    };
  }

  private static LockClaim claim(LockMode mode) {
    return new LockClaim(LockFamily.RECORD, 4, 1, mode, new ByteRange(0, 10));
  }

  private static FileMessage ask(long number, long seen, LockClaim claim) {
    return new FileMessage.AskLock(number, seen, FILE, claim, true);
  }

  private void expect(@Nullable String... expected) {
    assertThat(sent).containsExactly(expected);
    sent.clear();
  }

  @Test
  void aRepeatedRequestIsExecutedOnce() {
    LockService service = service();
    service.onMessage(1, ask(1, 0, LOCK));
    service.onMessage(1, ask(2, 0, RELEASE));
    service.onMessage(2, ask(1, 0, LOCK));
    expect("1: 1 #1 ok", "1: 2 #2 ok", "2: 1 #1 ok");
    service.onOpened(1);
    service.onMessage(1, ask(1, 0, LOCK));
    service.onMessage(1, ask(2, 0, RELEASE));
    expect("1: 1 #1 ok", "1: 2 #2 ok");
    service.invariants();
  }

  @Test
  void answersThatTheClientKnowsAreForgotten() {
    LockService service = service();
    service.onMessage(1, ask(1, 0, LOCK));
    service.onMessage(1, ask(2, 0, RELEASE));
    service.onMessage(1, new FileMessage.AskConflict(3, 1, FILE, LOCK));
    sent.clear();
    service.onOpened(1);
    expect("1: 2 #2 ok", "1: 3 #3 ok");
  }

  @Test
  void aRequestThatWaitsIsNotRepeated() {
    LockService service = service();
    service.onMessage(1, ask(1, 0, LOCK));
    service.onMessage(2, ask(1, 0, LOCK));
    service.onMessage(2, ask(1, 0, LOCK));
    service.onMessage(1, ask(2, 1, RELEASE));
    expect("1: 1 #1 ok", "1: 2 #2 ok", "2: 1 #1 ok");
    service.onMessage(3, ask(1, 0, LOCK));
    service.onMessage(3, new FileMessage.StopWaiting(1));
    service.onMessage(3, new FileMessage.StopWaiting(1));
    expect("3: 1 #1 EINTR");
  }

  @Test
  void nothingIsGrantedBeforeAllSessionsHaveTold() {
    LockService service = service(1L, 2L, 3L);
    service.onMessage(5, ask(1, 0, LOCK));
    service.onMessage(6, ask(1, 0, LOCK));
    service.onMessage(1, new FileMessage.HoldLocks(List.of(new HeldLock(FILE, LOCK))));
    service.onMessage(1, new FileMessage.HoldLocks(List.of(new HeldLock(FILE, LOCK))));
    service.onMessage(2, new FileMessage.HoldLocks(List.of(new HeldLock(FILE, LOCK))));
    expect("2: refused 1");
    service.onMessage(1, ask(7, 0, RELEASE));
    service.onMessage(5, new FileMessage.StopWaiting(1));
    expect("5: 1 #1 EINTR");
    service.onReconnected(1);
    service.onReconnected(2);
    expect();
    service.onSessionGone(3);
    expect("1: 7 #1 ok", "6: 1 #1 ok");
  }

  @Test
  void aTestShowsTheLockThatConflicts() {
    LockService service = service();
    service.onMessage(1, ask(1, 0, LOCK));
    service.onMessage(2, new FileMessage.AskConflict(1, 0, FILE, claim(LockMode.SHARED)));
    service.onMessage(1, new FileMessage.AskConflict(2, 1, FILE, claim(LockMode.SHARED)));
    expect("1: 1 #1 ok", "2: 1 #1 ok EXCLUSIVE of 4", "1: 2 #2 ok");
  }

  @Test
  void aSessionThatEndsFreesItsLocks() {
    LockService service = service();
    service.onMessage(1, ask(1, 0, LOCK));
    service.onMessage(2, ask(1, 0, LOCK));
    service.onMessage(3, ask(1, 0, LOCK));
    sent.clear();
    service.onSessionGone(2);
    service.onSessionGone(1);
    expect("3: 1 #1 ok");
    service.invariants();
  }

  @Test
  void aSessionThatAsksForTooMuchIsEvicted() {
    LockService service = service();
    for (int number = 1; number <= 4; number++) {
      service.onMessage(1, ask(number, 0, LOCK));
    }
    assertThat(sent).contains("1 asks for more locks at a time than are allowed").hasSize(4);
  }
}
