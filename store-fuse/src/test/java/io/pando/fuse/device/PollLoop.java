package io.pando.fuse.device;

import io.pando.port.EventLoop;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** An event loop on a thread of its own that watches descriptors by {@code poll(2)}. */
public final class PollLoop implements EventLoop, AutoCloseable {
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final AddressLayout ADDRESS = ValueLayout.ADDRESS;
  private static final MethodHandle POLL =
      LinuxCalls.call("poll", FunctionDescriptor.of(INT, ADDRESS, ValueLayout.JAVA_LONG, INT));
  private static final int TURN_MILLIS = 1;
  private static final int POLL_BYTES = 8;
  private static final short POLL_IN = 1;

  private record Due(long atNanos, Runnable task) {}

  private final class Watched implements Watching {
    private final int descriptor;
    private final Readiness readiness;
    private boolean enabled;

    Watched(int descriptor, Readiness readiness) {
      this.descriptor = descriptor;
      this.readiness = readiness;
    }

    @Override
    public void enable(boolean now) {
      enabled = now;
    }

    @Override
    public void end() {
      watched.remove(this);
    }
  }

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final List<Due> dues = new CopyOnWriteArrayList<>();
  private final List<Watched> watched = new CopyOnWriteArrayList<>();
  private final Thread thread = Thread.ofPlatform().daemon().name("poll loop").unstarted(this::run);
  private volatile boolean stopped;

  /** A loop that runs. */
  public PollLoop() {
    thread.start();
  }

  private void run() {
    MemorySegment state = LinuxCalls.newState();
    while (!stopped) {
      runTasks();
      List<Watched> asked = new ArrayList<>(watched);
      asked.removeIf(each -> !each.enabled);
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment polls = arena.allocate(POLL_BYTES * Math.max(1L, asked.size()), POLL_BYTES);
        for (int i = 0; i < asked.size(); i++) {
          polls.set(INT, (long) i * POLL_BYTES, asked.get(i).descriptor);
          polls.set(ValueLayout.JAVA_SHORT, (long) i * POLL_BYTES + 4, POLL_IN);
        }
        int timeout = tasks.isEmpty() ? TURN_MILLIS : 0;
        int _ = (int) POLL.invokeExact(state, polls, (long) asked.size(), timeout);
        for (int i = 0; i < asked.size(); i++) {
          if (polls.get(ValueLayout.JAVA_SHORT, (long) i * POLL_BYTES + 6) != 0) {
            asked.get(i).readiness.onReadable();
          }
        }
      } catch (Throwable e) {
        throw LinuxCalls.unexpected(e);
      }
    }
    watched.forEach(each -> each.readiness.onLoopEnded());
  }

  private void runTasks() {
    long now = nanoTime();
    List<Due> over = dues.stream().filter(each -> each.atNanos <= now).toList();
    dues.removeAll(over);
    over.forEach(each -> each.task.run());
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  @Override
  public Timer schedule(long delayNanos, Runnable task) {
    Due due = new Due(nanoTime() + delayNanos, task);
    dues.add(due);
    return () -> dues.remove(due);
  }

  @Override
  public Optional<Watching> watch(int descriptor, Readiness readiness) {
    Watched added = new Watched(descriptor, readiness);
    watched.add(added);
    return Optional.of(added);
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public long wallMillis() {
    return System.currentTimeMillis();
  }

  /** Whether this is the loop's thread. */
  public boolean isCurrent() {
    return Thread.currentThread().threadId() == thread.threadId();
  }

  /** Ends the loop, and tells those who watch. */
  @Override
  public void close() {
    stopped = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while the loop ends", e);
    }
  }
}
