package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.sim.net.LinkFault;
import org.junit.jupiter.api.Test;

/**
 * Sizes of files that a client has closed, and that no object shows, when servers fail before their
 * journals have them. The client lives, and tells each successor.
 */
class SuccessorSizesTest {
  private static final long SIZE = 100;

  private final OneServerFiles files = new OneServerFiles(13);
  private final SimFiles writer = files.open();

  private void extendAndClose(FileOutcome.Opened file) {
    files.does(writer, new FileCall.Extend(file.handle(), SIZE));
    files.does(writer, new FileCall.Close(file.handle()));
  }

  /** The server fails before its journal is written again. */
  private void serverFails(LinkFault withoutJournal) {
    files.server().crash();
    files.lift(withoutJournal);
    files.runFor(1);
    files.server().start();
  }

  private void sizeIsThere(Ino ino) {
    SimFiles reader = files.open();
    assertThat(files.sizeOf(reader, ino)).isEqualTo(SIZE);
    assertThat(writer.losses()).isEmpty();
    files.ends(reader);
  }

  @Test
  void oneThatWaitedLongForTheJournal() {
    FileOutcome.Opened file = files.create(writer, "a");
    files.sync(writer, file.handle());
    LinkFault fault = files.withoutJournal();
    extendAndClose(file);
    // The lease is renewed three times.
    files.runFor(17);
    serverFails(fault);
    files.runFor(30);
    sizeIsThere(file.inode().ino());
  }

  @Test
  void oneThatTheSuccessorHeardAndLost() {
    FileOutcome.Opened file = files.create(writer, "a");
    files.sync(writer, file.handle());
    LinkFault fault = files.withoutJournal();
    extendAndClose(file);
    files.runFor(1);
    LinkFault unheard = files.unheard(writer);
    serverFails(fault);
    // The successor has replayed the journal, and waits for the client.
    files.runFor(5);
    LinkFault again = files.withoutJournal();
    files.lift(unheard);
    files.runFor(3);
    serverFails(again);
    files.runFor(30);
    sizeIsThere(file.inode().ino());
  }

  @Test
  void oneOfANewFileIfTheSuccessorFailsWhileItWaitsForAnotherClient() {
    SimFiles other = files.open();
    Ino directory = files.directory(writer, "d");
    files.sync(writer, files.create(writer, directory, "before").handle());
    assertThat(files.sizeOf(other, Ino.ROOT)).isNotNegative();
    files.runFor(1);
    other.process().kill();
    LinkFault fault = files.withoutJournal();
    FileOutcome.Opened file = files.create(writer, directory, "a");
    extendAndClose(file);
    files.runFor(1);
    serverFails(fault);
    // The client renews its lease, and the server waits for the other one.
    files.runFor(12);
    serverFails(files.withoutJournal());
    files.runFor(40);
    sizeIsThere(file.inode().ino());
  }
}
