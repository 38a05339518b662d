package io.pando.client.fs;

import io.pando.client.fs.session.GivenRequest;
import io.pando.client.fs.session.InoSupply;
import io.pando.fs.Ino;
import io.pando.fs.call.NewName;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Files that are to be made, and wait for numbers of the session. */
final class NewFiles {
  /**
   * A file that waits.
   *
   * @param time of the call
   */
  private record Waiting(long call, Caller caller, NewName file, Timestamp time) {}

  private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();
  private InoSupply numbers = new InoSupply();

  void add(long call, Caller caller, NewName file, Timestamp time) {
    waiting.add(new Waiting(call, caller, file, time));
  }

  int size() {
    return waiting.size();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The next file, with a number; null if there is none, or no number for it. */
  @Nullable GivenRequest next() {
    Ino ino = waiting.isEmpty() ? null : numbers.take();
    if (ino == null) {
      return null;
    }
    Waiting next = waiting.remove();
    return new GivenRequest(next.call(), next.caller(), next.file().withNumber(ino), next.time());
  }

  /**
   * What executes a request later. A file that is to be made gives its number back until then,
   * since numbers end with the session.
   *
   * @param again executes any other request
   */
  Runnable putOff(GivenRequest given, Runnable again) {
    if (!(given.request() instanceof FsRequest.Make make)) {
      return again;
    }
    numbers.giveBack(make.ino());
    NewName file =
        new NewName(make.directory(), make.name(), make.mode(), make.mask(), make.content());
    Waiting later = new Waiting(given.call(), given.caller(), file, given.time());
    return () -> waiting.addFirst(later);
  }

  InoSupply numbers() {
    return numbers;
  }

  /** The session is over, and its numbers with it. */
  void forgetNumbers() {
    numbers = new InoSupply();
  }
}
