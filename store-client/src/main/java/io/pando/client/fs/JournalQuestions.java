package io.pando.client.fs;

import io.pando.fs.Ino;
import io.pando.message.FileMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Calls that wait until the server's journal has the size and the times of a file. */
final class JournalQuestions {
  private final Map<Long, Ino> files = new TreeMap<>();

  /** Those that were sent. */
  private final Map<Long, Ino> asked = new TreeMap<>();

  /** A call begins to wait. */
  void add(long call, Ino ino) {
    files.put(call, ino);
  }

  /** The server was told what it has to have in its journal. */
  FileMessage ask(long call, Ino ino) {
    asked.put(call, ino);
    return new FileMessage.AskJournal(call, ino);
  }

  /** The server has answered: whether a call waits for that. */
  boolean onWritten(long call) {
    asked.remove(call);
    return files.remove(call) != null;
  }

  /** The session continues over a new connection, and has told everything again. */
  void repeat(Consumer<FileMessage> to) {
    asked.forEach((call, ino) -> to.accept(new FileMessage.AskJournal(call, ino)));
  }

  /** The session is over: calls to which nothing answers any more. */
  List<Long> takeAll() {
    List<Long> calls = new ArrayList<>(files.keySet());
    files.clear();
    asked.clear();
    return calls;
  }

  boolean isEmpty() {
    return files.isEmpty();
  }
}
