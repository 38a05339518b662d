package io.pando.mon.raft;

import io.pando.bytes.Payload;
import io.pando.port.ReplicatedLog;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A machine that lists its commands, less the blanks about them, and whether they are stamped. */
final class Tally implements ReplicatedLog.StateMachine {
  private final List<String> commands = new ArrayList<>();
  private long lastIndex;
  private int restored;

  synchronized List<String> commands() {
    return List.copyOf(commands);
  }

  /** How often a snapshot was restored. */
  synchronized int restored() {
    return restored;
  }

  @Override
  public synchronized Payload apply(long index, long stampMillis, Payload command) {
    if (index <= lastIndex) {
      throw new IllegalStateException(index + " after " + lastIndex);
    }
    lastIndex = index;
    String text = new String(command.toByteArray(), StandardCharsets.UTF_8);
    if (text.equals("poison")) {
      throw new IllegalStateException("poisoned");
    }
    String name = text.strip();
    commands.add(name + "@" + (stampMillis > 0 ? "time" : "never"));
    return text("done " + name);
  }

  @Override
  public synchronized Payload snapshot() {
    return text(String.join("\n", commands));
  }

  @Override
  public synchronized void restore(Payload snapshot) {
    String text = new String(snapshot.toByteArray(), StandardCharsets.UTF_8);
    if (text.equals("rubbish")) {
      throw new IllegalStateException("not a tally");
    }
    restored++;
    commands.clear();
    if (!text.isEmpty()) {
      commands.addAll(List.of(text.split("\n")));
    }
  }

  static Payload text(String text) {
    return Payload.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
