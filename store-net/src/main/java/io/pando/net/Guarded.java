package io.pando.net;

/**
 * A task of an event loop. What escapes from it goes to the thread's handler of uncaught
 * exceptions, which the daemon sets and which stops it; a loop must not swallow a broken invariant.
 */
record Guarded(Runnable task) implements Runnable {
  @Override
  public void run() {
    try {
      task.run();
    } catch (RuntimeException | Error e) {
      escaped(e);
    }
  }

  static void escaped(Throwable thrown) {
    Thread thread = Thread.currentThread();
    thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
  }
}
