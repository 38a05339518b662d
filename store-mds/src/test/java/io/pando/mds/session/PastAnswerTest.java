package io.pando.mds.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import org.junit.jupiter.api.Test;

class PastAnswerTest {
  private static final FsAnswer GONE = new FsAnswer.Failed(FsError.ESTALE);

  private final PastAnswer made = new PastAnswer(0, new Ino(7));

  @Test
  void aClientThatHasTheAnswerIsNotToldThatTheInodeIsGoneSince() {
    assertThat(made.again(GONE, 11)).isEqualTo(new FsAnswer.Done());
  }

  @Test
  void oneThatHasNoAnswerIsToldThatTheChangeIsDone() {
    assertThat(made.again(GONE, 0)).isEqualTo(new FsAnswer.Done());
  }

  @Test
  void oneThatHasNoAnswerIsToldThatTheInodeCannotBeRead() {
    FsAnswer unread = new FsAnswer.Failed(FsError.EIO);
    assertThat(made.again(unread, 0)).isEqualTo(unread);
    assertThat(made.again(unread, 11)).isEqualTo(new FsAnswer.Done());
  }
}
