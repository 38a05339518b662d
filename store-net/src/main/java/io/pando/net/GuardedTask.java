package io.pando.net;

/**
 * A task of an event loop. An exception that it throws goes to the thread's uncaught exception
 * handler, which the daemon sets and which stops the daemon; a loop must not swallow a broken
 * invariant.
 */
record GuardedTask(Runnable task) implements Runnable {
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
