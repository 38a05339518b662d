package io.pando.mds.rank;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.message.FileMessage.FileAnswer;
import io.pando.message.FileMessage.FileRequest;
import java.util.List;
import org.junit.jupiter.api.Test;

class FailedAnswersTest {
  private static final FsAnswer ABSENT = new FsAnswer.Failed(FsError.ENOENT);
  private static final FsRequest REMOVE = new FsRequest.Remove(Ino.ROOT, EntryName.of("a"), false);
  private static final FsRequest QUERY = new FsRequest.GetInode(Ino.ROOT);

  private final FailedAnswers failures = new FailedAnswers();

  private void sent(long session, long number, FsAnswer answer) {
    failures.onAnswer(session, new FileAnswer(number, 0, answer, List.of(), null));
  }

  private boolean isKnown(long session, long number, long oldest, FsRequest request) {
    FileRequest message = new FileRequest(number, oldest, 0, Caller.ROOT, request, Timestamp.EPOCH);
    return failures.find(session, message) != null;
  }

  @Test
  void aChangeThatFailedFailsOnceMore() {
    sent(1, 5, ABSENT);
    sent(1, 6, new FsAnswer.Done());
    assertThat(isKnown(1, 5, 5, REMOVE)).isTrue();
    assertThat(isKnown(1, 6, 5, REMOVE)).as("it did not fail").isFalse();
    assertThat(isKnown(2, 5, 5, REMOVE)).as("another session").isFalse();
  }

  @Test
  void aQueryIsExecutedAgain() {
    sent(1, 5, ABSENT);
    assertThat(isKnown(1, 5, 5, QUERY)).isFalse();
  }

  @Test
  void failuresAreForgottenThatNobodyAsksFor() {
    sent(1, 5, ABSENT);
    assertThat(isKnown(1, 7, 6, REMOVE)).isFalse();
    assertThat(isKnown(1, 5, 5, REMOVE)).as("all below 6 are forgotten").isFalse();
    for (long number = 10; number < 10_000; number++) {
      sent(1, number, ABSENT);
    }
    assertThat(isKnown(1, 10, 1, REMOVE)).as("the oldest beyond the limit").isFalse();
    assertThat(isKnown(1, 9_999, 1, REMOVE)).isTrue();
    failures.drop(1);
    assertThat(isKnown(1, 9_999, 1, REMOVE)).isFalse();
  }
}
