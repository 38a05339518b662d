package io.pando.port;

import io.pando.fs.Ino;
import io.pando.fs.call.CachePermit;
import io.pando.fs.call.Caches;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.Caller;
import java.util.Optional;
import java.util.function.Consumer;

/** A mounted file system, by inode: what a client of it offers to mounts and to APIs. */
public interface FileCalls {
  /**
   * Executes a call. From any thread; calls of one thread begin in their order, and end in any.
   *
   * @param done takes the outcome once; called on the client's thread, and must not block
   */
  void submit(Caller caller, FileCall call, Consumer<FileOutcome> done);

  /**
   * What may be cached of an inode. To be called on the client's thread, thus while an outcome is
   * taken: a later loss is told behind it.
   */
  CachePermit permit(Ino ino);

  /**
   * Lets a cache outside of the client take part: capabilities are given up when it has dropped
   * what they allowed. To be called once, before the first call.
   */
  void attach(OuterCache cache);

  /**
   * The loop whose thread is the client's; empty if it has another thread. Calls that are submitted
   * there need no other thread to be woken.
   */
  default Optional<EventLoop> loop() {
    return Optional.empty();
  }

  /** A cache outside of the client. Called on the client's thread; must not block. */
  interface OuterCache {
    /**
     * Drop what is cached of an inode.
     *
     * @param done to be run when it is dropped, on any thread
     */
    void drop(Ino ino, Caches caches, Runnable done);

    /** Drop everything; permits before are void. */
    void dropAll();
  }
}
