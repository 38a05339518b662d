package io.pando.mds.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsError;
import io.pando.random.Random64;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LockTableRandomTest {
  private static final List<LockMode> MODES =
      List.of(LockMode.NONE, LockMode.NONE, LockMode.SHARED, LockMode.EXCLUSIVE);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void randomRequestsDoWhatTheModelDoes(long seed) {
    Random64 random = new Random64(seed);
    LockModel model = new LockModel(4 + random.nextInt(20));
    int owners = 2 + random.nextInt(3);
    int files = 1 + random.nextInt(3);
    for (int step = 0; step < 400; step++) {
      long session = 1L + random.nextInt(3);
      Ino ino = new Ino(1L + random.nextInt(files));
      LockClaim claim = claim(random, owners);
      List<LockAsk> waiting = model.waiting();
      if (random.oneIn(60)) {
        model.endSession(session);
      } else if (!waiting.isEmpty() && random.oneIn(15)) {
        model.cancel(waiting.get(random.nextInt(waiting.size())));
      } else if (random.oneIn(6)) {
        model.test(session, ino, claim);
      } else if (waiting.size() < 12) {
        model.ask(session, ino, claim, random.nextInt(3) > 0);
      } else {
        model.ask(
            session,
            ino,
            LockModel.claim(claim.family(), claim.owner(), LockMode.NONE, LockClaim.WHOLE_FILE),
            true);
      }
    }
    assertThat(model.grantedAfterWait).isPositive();
    assertThat(model.failures).containsKeys(FsError.EAGAIN, FsError.EDEADLK, FsError.EINTR);
  }

  private static LockClaim claim(Random64 random, int owners) {
    long owner = 1L + random.nextInt(owners);
    LockMode mode = MODES.get(random.nextInt(MODES.size()));
    if (random.oneIn(4)) {
      return LockModel.claim(LockFamily.FLOCK, owner, mode, LockClaim.WHOLE_FILE);
    }
    int offset = random.nextInt(LockModel.BYTES);
    ByteRange range =
        random.oneIn(8)
            ? LockClaim.WHOLE_FILE
            : new ByteRange(offset, 1 + random.nextInt(LockModel.BYTES - offset));
    return LockModel.claim(LockFamily.RECORD, owner, mode, range);
  }
}
