package io.pando.client.fs;

import io.pando.client.fs.session.GivenRequest;
import io.pando.client.fs.session.InoSupply;
import io.pando.fs.Ino;
import io.pando.fs.call.NewName;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
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

  InoSupply numbers() {
    return numbers;
  }

  /** The session is over, and its numbers with it. */
  void forgetNumbers() {
    numbers = new InoSupply();
  }
}
