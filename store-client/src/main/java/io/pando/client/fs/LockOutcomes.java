package io.pando.client.fs;

import io.pando.client.fs.locks.ClientLockEffect;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;

/** What became of calls on locks, as effects of the client. */
final class LockOutcomes {
  private LockOutcomes() {}

  static FileEffect effect(ClientLockEffect.Outcome outcome) {
    return switch (outcome) {
      case ClientLockEffect.Ended ended -> {
        FsError error = ended.error();
        yield new FileEffect.Complete(
            ended.call(), error == null ? new FsAnswer.Done() : new FsAnswer.Failed(error));
      }
      case ClientLockEffect.Tested tested ->
          new FileEffect.Tested(tested.call(), tested.conflict());
      case ClientLockEffect.Lost lost ->
          new FileEffect.LocksLost(lost.ino(), lost.family(), lost.owner());
    };
  }
}
