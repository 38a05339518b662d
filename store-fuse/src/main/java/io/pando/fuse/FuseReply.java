package io.pando.fuse;

import io.pando.fuse.protocol.FuseAnswer;

/**
 * Takes the answer of one request, once. A second answer throws {@link IllegalStateException}. Any
 * thread may use it.
 */
public interface FuseReply {
  /**
   * The request succeeded. Throws {@link IllegalArgumentException} if the answer is not one of this
   * request, or larger than the request allows; the request then fails with EIO.
   *
   * @return whether the kernel took it. If not, it does not know the request any more, because the
   *     session has ended or was aborted: an entry was not looked up, a file was not opened
   */
  boolean answer(FuseAnswer answer);

  /**
   * The request failed.
   *
   * @param errno of {@link io.pando.fuse.protocol.Errno}, positive
   * @return whether the kernel took it
   */
  boolean error(int errno);

  /**
   * Sets what to do when the process that waits is interrupted before the answer. It is run at most
   * once, by a reading thread; at once by this one, if the process was interrupted already. It may
   * answer {@link io.pando.fuse.protocol.Errno#EINTR}, or ignore it: the process waits on.
   */
  void onInterrupt(Runnable action);
}
