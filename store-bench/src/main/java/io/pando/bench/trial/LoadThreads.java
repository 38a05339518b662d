package io.pando.bench.trial;

import java.util.ArrayList;
import java.util.List;

/** The threads of a load. Started and joined by one thread. */
final class LoadThreads {
  private final List<Thread> threads = new ArrayList<>();

  /** Starts a virtual thread. */
  void start(Runnable work) {
    threads.add(Thread.ofVirtual().start(work));
  }

  /** Waits until all threads have ended; an interrupted caller does not wait any longer. */
  void join() {
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
