package io.pando.client.fs.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.client.fs.session.FileRequests.WritePermit;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.fs.session.EarlyWrites;
import io.pando.message.FileMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class FileRequestsTest {
  private static final FsRequest CHANGE =
      new FsRequest.SetAttributes(Ino.ROOT, InodeChange.ofMode(0700));
  private static final FsRequest QUERY = new FsRequest.GetInode(Ino.ROOT);
  private static final FsAnswer DONE = new FsAnswer.Done();

  private final List<RequestEffect> effects = new ArrayList<>();
  private final FileRequests requests = new FileRequests(new RequestLimits(2, 4, 8), effects::add);

  private void submit(FsRequest request) {
    requests.submit(new GivenRequest(1, Caller.ROOT, request, Timestamp.EPOCH));
    requests.send();
  }

  private void answer(long number, long record, FsAnswer answer) {
    requests.onAnswer(new FileMessage.FileAnswer(number, record, answer, List.of(), null));
    requests.send();
  }

  private List<FileMessage.FileRequest> sent() {
    List<FileMessage.FileRequest> sent = new ArrayList<>();
    for (RequestEffect effect : effects) {
      if (effect instanceof RequestEffect.Send(FileMessage.FileRequest message)) {
        sent.add(message);
      }
    }
    effects.clear();
    return sent;
  }

  private List<Long> numbersSent() {
    return sent().stream().map(FileMessage.FileRequest::number).toList();
  }

  @Test
  void theWindowBoundsWhatIsUnderWayAndWhatIsKept() {
    for (int i = 0; i < 6; i++) {
      submit(CHANGE);
    }
    assertThat(numbersSent()).containsExactly(1L, 2L);
    answer(1, 10, DONE);
    answer(2, 11, DONE);
    assertThat(numbersSent()).containsExactly(3L, 4L);
    answer(3, 12, DONE);
    assertThat(numbersSent()).as("four are not durable").isEmpty();
    requests.onDurable(10);
    requests.send();
    assertThat(sent().getFirst().oldest()).isEqualTo(2);
    for (int i = 0; i < 7; i++) {
      assertThat(requests.hasRoom()).isTrue();
      submit(CHANGE);
    }
    assertThat(requests.hasRoom()).isFalse();
  }

  @Test
  void aSuccessorHearsWhatIsNotDurableInOrderWithItsRecords() {
    submit(CHANGE);
    submit(CHANGE);
    answer(2, 8, DONE);
    answer(1, 7, DONE);
    submit(QUERY);
    submit(CHANGE);
    answer(3, 8, DONE);
    requests.onDurable(7);
    sent();
    requests.repeat(true);
    assertThat(numbersSent()).as("the same server").containsExactly(4L);
    requests.repeat(false);
    List<FileMessage.FileRequest> repeated = sent();
    assertThat(repeated).extracting(FileMessage.FileRequest::number).containsExactly(2L, 4L);
    assertThat(repeated).extracting(FileMessage.FileRequest::answered).containsExactly(8L, 0L);
  }

  @Test
  void syncWaitsForTheAnsweredChangesOnly() {
    submit(CHANGE);
    submit(CHANGE);
    answer(1, 5, DONE);
    requests.sync(77);
    assertThat(effects).noneMatch(RequestEffect.Synced.class::isInstance);
    requests.repeat(false);
    answer(1, 3, DONE);
    requests.onDurable(2);
    assertThat(effects).noneMatch(RequestEffect.Synced.class::isInstance);
    requests.onDurable(3);
    assertThat(effects).contains(new RequestEffect.Synced(77, true));
  }

  @Test
  void aChangeThatFailsWhenItIsRepeatedIsReportedOnce() {
    submit(CHANGE);
    answer(1, 5, DONE);
    requests.repeat(false);
    answer(1, 3, new FsAnswer.Failed(FsError.EEXIST));
    assertThat(effects).anyMatch(RequestEffect.Undone.class::isInstance);
    requests.sync(1);
    requests.sync(2);
    assertThat(effects)
        .contains(new RequestEffect.Synced(1, false), new RequestEffect.Synced(2, true));
  }

  @Test
  void withItsSessionAChangeIsLostAndAQueryIsNot() {
    submit(CHANGE);
    answer(1, 5, DONE);
    submit(CHANGE);
    submit(QUERY);
    submit(CHANGE);
    effects.clear();
    requests.onSessionOver();
    assertThat(effects).hasSize(1);
    assertThat(((RequestEffect.Lost) effects.getFirst()).request().number()).isEqualTo(2);
    requests.send();
    List<FileMessage.FileRequest> sent = sent();
    assertThat(sent).extracting(FileMessage.FileRequest::number).containsExactly(3L, 4L);
    requests.sync(9);
    assertThat(effects).containsExactly(new RequestEffect.Synced(9, false));
  }

  @Test
  void aSecondAnswerIsNoAnswer() {
    submit(QUERY);
    FileMessage.FileAnswer answer = new FileMessage.FileAnswer(1, 0, DONE, List.of(), null);
    assertThat(requests.onAnswer(answer)).isNotNull();
    assertThat(requests.onAnswer(answer)).isNull();
    assertThat(requests.isIdle()).isTrue();
  }

  @Test
  void theServerIsToldOnceThatAProgramWaits() {
    assertThat(requests.takeHurry()).as("nothing was answered").isFalse();
    submit(CHANGE);
    answer(1, 5, DONE);
    assertThat(requests.takeHurry()).isTrue();
    assertThat(requests.takeHurry()).isFalse();
    submit(CHANGE);
    answer(2, 6, DONE);
    assertThat(requests.takeHurry()).as("there is a newer change").isTrue();
    requests.repeat(false);
    answer(1, 3, DONE);
    assertThat(requests.takeHurry()).as("another server does not know").isTrue();
  }

  private static FsRequest make(long ino) {
    return new FsRequest.Make(
        Ino.ROOT,
        EntryName.of("f" + ino),
        new Ino(ino),
        0644,
        0,
        new FsRequest.NewContent.NewWritten(null, 4 << 20));
  }

  private static FsAnswer made(long ino) {
    return new FsAnswer.Found(
        new Inode(
            new Ino(ino),
            new Permissions(0644, 0, 0),
            FileTimes.bornAt(Timestamp.EPOCH),
            1,
            new InodeContent.Symlink(Payload.utf8("x")),
            new TreeMap<>()));
  }

  @Test
  void theFirstObjectOfANewFileIsWrittenWhileFewNumbersMayBeUnused() {
    FileRequests wide = new FileRequests(new RequestLimits(100, 100, 100), effects::add);
    for (int i = 1; i <= EarlyWrites.MOST_UNUSED; i++) {
      wide.submit(new GivenRequest(i, Caller.ROOT, make(1_000 + i), Timestamp.EPOCH));
    }
    Ino file = new Ino(1_001);
    assertThat(wide.writePermit(file)).isEqualTo(WritePermit.FIRST_OBJECT);
    wide.submit(new GivenRequest(99, Caller.ROOT, make(2_000), Timestamp.EPOCH));
    assertThat(wide.writePermit(file)).isEqualTo(WritePermit.NONE);
    wide.send();
    wide.onAnswer(new FileMessage.FileAnswer(2, 7, made(1_002), List.of(), null));
    assertThat(wide.writePermit(new Ino(1_002))).isEqualTo(WritePermit.NONE);
    wide.onDurable(7);
    assertThat(wide.writePermit(new Ino(1_002))).isEqualTo(WritePermit.ALL);
    assertThat(wide.writePermit(file)).isEqualTo(WritePermit.FIRST_OBJECT);
  }

  @Test
  void aNumberWhoseFileWasRefusedMayBeUsedLater() {
    FileRequests wide = new FileRequests(new RequestLimits(100, 100, 100), effects::add);
    FsAnswer refused = new FsAnswer.Failed(FsError.EDQUOT);
    for (int i = 1; i <= EarlyWrites.MOST_UNUSED; i++) {
      wide.submit(new GivenRequest(i, Caller.ROOT, make(1_000 + i), Timestamp.EPOCH));
      wide.send();
      wide.onAnswer(new FileMessage.FileAnswer(i, 0, refused, List.of(), null));
    }
    wide.submit(new GivenRequest(99, Caller.ROOT, make(2_000), Timestamp.EPOCH));
    assertThat(wide.writePermit(new Ino(2_000))).isEqualTo(WritePermit.NONE);
  }
}
