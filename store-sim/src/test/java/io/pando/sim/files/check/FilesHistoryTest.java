package io.pando.sim.files.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.fs.FileLayout;
import io.pando.fs.Ino;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.inode.FileTimes;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.InodeContent;
import io.pando.fs.inode.Permissions;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.id.PoolId;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What the checks of histories of files find, and what they allow. */
class FilesHistoryTest {
  private static final Ino FILE = new Ino(7);

  private final FilesHistory history = new FilesHistory();

  private void play(int client, FilesOp op, FileOutcome outcome, long from, long to) {
    history.end(history.begin(client, op, from), outcome, to);
  }

  private void write(int client, long value, long from, long to) {
    play(client, new FilesOp.Write(FILE, 0, 1, value), new FileOutcome.At(0), from, to);
  }

  private void read(int client, long value, long from, long to) {
    Payload bytes = value == 0 ? Payload.EMPTY : Cells.of(value, 0, 1);
    play(client, new FilesOp.Read(FILE, 0, 1), new FileOutcome.Bytes(bytes), from, to);
  }

  private void sync(FileOutcome outcome, long from, long to) {
    play(1, new FilesOp.Sync(FILE, 1), outcome, from, to);
  }

  private void remove(int client, FileOutcome outcome, long from, long to) {
    play(client, new FilesOp.Remove("d/a", false), outcome, from, to);
  }

  @Test
  void aReadMayShowEitherOfTwoWritesAtTheSameTime() {
    write(1, 5, 10, 30);
    write(2, 6, 20, 40);
    read(3, 5, 35, 50);
    assertThat(BytesCheck.findings(history, 16)).isEmpty();
  }

  @Test
  void anOldByteIsFound() {
    write(1, 5, 10, 20);
    read(2, 0, 30, 40);
    assertThat(BytesCheck.findings(history, 16)).hasSize(1);
  }

  @Test
  void bytesMayBeLostWithTheSession() {
    write(1, 5, 10, 20);
    history.lost(1, 25);
    read(2, 0, 30, 40);
    assertThat(BytesCheck.findings(history, 16)).isEmpty();
  }

  @Test
  void syncedBytesMustNotBeLost() {
    write(1, 5, 10, 20);
    sync(FileOutcome.DONE, 21, 22);
    history.lost(1, 25);
    read(2, 0, 30, 40);
    assertThat(BytesCheck.findings(history, 16)).hasSize(1);
  }

  @Test
  void aSyncAfterTheLossWasReportedProvesNothing() {
    write(1, 5, 10, 20);
    history.lost(1, 25);
    sync(FileOutcome.failed(FsError.EIO), 26, 27);
    sync(FileOutcome.DONE, 28, 29);
    read(2, 0, 30, 40);
    assertThat(BytesCheck.findings(history, 16)).isEmpty();
  }

  @Test
  void aLossThatIsNotReportedIsFound() {
    write(1, 5, 10, 20);
    history.lost(1, 25);
    sync(FileOutcome.DONE, 28, 29);
    read(2, 0, 30, 40);
    assertThat(BytesCheck.findings(history, 16)).hasSize(1);
  }

  @Test
  void aNameThatWasNeverMadeCannotBeRemoved() {
    remove(1, FileOutcome.failed(FsError.ENOENT), 1, 2);
    assertThat(NamesCheck.violation(history)).isNull();
    remove(1, FileOutcome.DONE, 3, 4);
    assertThat(NamesCheck.violation(history)).contains("no order explains");
  }

  @Test
  void aFileWhoseCallHadNoAnswerIsLinkedByItsNumber() {
    history.begin(1, new FilesOp.Make("d/a", false), 1);
    history.begin(1, new FilesOp.Make("d/b", false), 2);
    // What client 2 was shown does not count, as it may have shown changes that are lost.
    play(2, new FilesOp.Link(FILE, "d/c"), found(FILE, 2), 3, 4);
    history.lost(2, 5);
    play(3, new FilesOp.Rename("d/c", "d/e"), FileOutcome.DONE, 6, 7);
    play(3, new FilesOp.Lookup("d/b"), found(FILE, 2), 8, 9);
    assertThat(NamesCheck.violation(history)).isNull();
    play(3, new FilesOp.Lookup("d/a"), found(FILE, 2), 10, 11);
    assertThat(NamesCheck.violation(history)).isNotNull();
  }

  private static FileOutcome found(Ino ino, int links) {
    FileTimes times =
        new FileTimes(Timestamp.EPOCH, Timestamp.EPOCH, Timestamp.EPOCH, Timestamp.EPOCH);
    FileLayout layout = new FileLayout(4096, 1, 4096, new PoolId(1));
    return new FileOutcome.Answered(
        new FsAnswer.Found(
            new Inode(
                ino,
                new Permissions(0644, 0, 0),
                times,
                links,
                new InodeContent.File(layout, 0, 0, 0),
                new TreeMap<>())));
  }

  @Test
  void aCallWithoutAnAnswerMayHaveHappened() {
    history.begin(1, new FilesOp.Make("d/a", false), 1);
    remove(2, FileOutcome.DONE, 5, 6);
    assertThat(NamesCheck.violation(history)).isNull();
    remove(2, FileOutcome.DONE, 7, 8);
    assertThat(NamesCheck.violation(history)).isNotNull();
  }
}
