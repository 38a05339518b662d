package io.pando.client.fs.locks;

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
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClientLocksTest {
  private static final Ino FILE = new Ino(8);
  private static final LockClaim LOCK = claim(LockMode.EXCLUSIVE, 0, 10);

  private final List<ClientLockEffect> effects = new ArrayList<>();
  private final ClientLocks locks = new ClientLocks(new LockRequestLimits(2, 2), effects::add);

  private static LockClaim claim(LockMode mode, long offset, long length) {
    return new LockClaim(LockFamily.RECORD, 3, 1, mode, new ByteRange(offset, length));
  }

  private static ClientLockEffect ask(long number, long seen, LockClaim claim, boolean waits) {
    return new ClientLockEffect.Send(new FileMessage.AskLock(number, seen, FILE, claim, waits));
  }

  private static ClientLockEffect ended(long call, @Nullable FsError error) {
    return new ClientLockEffect.Ended(call, error);
  }

  private static ClientLockEffect hold(LockClaim... claims) {
    List<HeldLock> held = new ArrayList<>();
    for (LockClaim each : claims) {
      held.add(new HeldLock(FILE, each));
    }
    return new ClientLockEffect.Send(new FileMessage.HoldLocks(held));
  }

  private void answer(long number, long sequence, @Nullable FsError error) {
    locks.onAnswer(new FileMessage.LockAnswer(number, sequence, error, null));
  }

  private void expect(ClientLockEffect... expected) {
    assertThat(effects).containsExactly(expected);
    effects.clear();
  }

  /** The owner has {@link #LOCK}. */
  private void takeLock() {
    locks.lock(1, FILE, LOCK, false);
    locks.send();
    answer(1, 1, null);
    expect(ask(1, 0, LOCK, false), ended(1, null));
  }

  @Test
  void aReleaseOfNothingIsNotSent() {
    locks.lock(1, FILE, claim(LockMode.NONE, 0, 5), false);
    locks.close(FILE, 3);
    locks.send();
    expect(ended(1, null));
  }

  @Test
  void aRequestNamesTheNewestAnswer() {
    takeLock();
    locks.lock(2, FILE, claim(LockMode.NONE, 0, 5), false);
    locks.send();
    expect(ask(2, 1, claim(LockMode.NONE, 0, 5), false));
  }

  @Test
  void aSuccessorIsToldOfTheLowerMode() {
    takeLock();
    LockClaim wider = claim(LockMode.SHARED, 5, 10);
    locks.lock(2, FILE, wider, false);
    locks.send();
    effects.clear();
    locks.onOpened(false, true);
    expect(
        hold(claim(LockMode.EXCLUSIVE, 0, 5), claim(LockMode.SHARED, 5, 5)),
        ask(2, 0, wider, false));
    answer(2, 1, FsError.EAGAIN);
    expect(new ClientLockEffect.Lost(FILE, LockFamily.RECORD, 3), ended(2, FsError.EIO));
  }

  @Test
  void theSameServerIsToldOfWhatTheOwnerHas() {
    takeLock();
    LockClaim wider = claim(LockMode.SHARED, 5, 10);
    locks.lock(2, FILE, wider, true);
    locks.send();
    effects.clear();
    locks.onOpened(true, true);
    expect(hold(LOCK), ask(2, 1, wider, true));
    answer(2, 2, FsError.EINTR);
    expect(ended(2, FsError.EINTR));
    assertThat(locks.held()).containsExactly(new HeldLock(FILE, LOCK));
  }

  @Test
  void aCancelledRequestThatIsNotSentEndsAtOnce() {
    locks.lock(1, FILE, LOCK, true);
    locks.cancel(FILE, LOCK);
    locks.send();
    expect(ended(1, FsError.EINTR));
  }

  @Test
  void theEndOfTheSessionIsReportedUntilTheFileIsReleased() {
    takeLock();
    locks.lock(2, FILE, claim(LockMode.SHARED, 20, 1), true);
    locks.send();
    effects.clear();
    locks.onSessionOver();
    expect(new ClientLockEffect.Lost(FILE, LockFamily.RECORD, 3), ended(2, FsError.EIO));
    locks.lock(3, FILE, LOCK, true);
    expect(ended(3, FsError.EIO));
    locks.close(FILE, 3);
    locks.lock(4, FILE, LOCK, true);
    locks.send();
    expect(ask(3, 0, LOCK, true));
  }

  @Test
  void aRequestThatWasNotSentIsSentInTheNextSession() {
    locks.lock(1, FILE, LOCK, true);
    locks.onSessionOver();
    locks.onOpened(false, false);
    locks.send();
    expect(ask(1, 0, LOCK, true));
  }

  @Test
  void releasesHaveRoomWhenProgramsWait() {
    takeLock();
    locks.lock(2, FILE, claim(LockMode.SHARED, 20, 1), true);
    locks.lock(3, FILE, claim(LockMode.SHARED, 30, 1), true);
    locks.lock(4, FILE, claim(LockMode.SHARED, 40, 1), true);
    expect(ended(4, FsError.ENOLCK));
    locks.lock(5, FILE, claim(LockMode.NONE, 0, 10), false);
    locks.send();
    assertThat(effects).hasSize(3);
  }
}
