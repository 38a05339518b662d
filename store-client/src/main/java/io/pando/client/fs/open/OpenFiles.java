package io.pando.client.fs.open;

import io.pando.cluster.ClusterMap;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.call.CachePermit;
import io.pando.fs.call.FileCall;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsError;
import io.pando.message.FileMessage;
import io.pando.op.OpOutcome;
import io.pando.port.Peer;
import io.pando.random.Random64;
import java.util.function.Consumer;

/** The client of a file system: the door; its parts follow. */
public final class OpenFiles {
  private final Consumer<OpenFilesEffect> out;

  /**
   * A client without a session; it opens one when a map has a holder of the rank.
   *
   * @param session number of the session, the same as of the client's operations on objects
   * @param hash of the names of the file system
   * @param out takes effects; must not call the client
   */
  public OpenFiles(
      OpenFilesConfig config,
      long session,
      NameHash hash,
      Random64 random,
      Consumer<OpenFilesEffect> out) {
    this.out = out;
  }

  /**
   * Executes a call other than {@link FileCall.GetSpace}.
   *
   * @param call number of the call, unique among those that have not ended: {@link
   *     OpenFilesEffect.Complete}
   */
  public void submit(At now, long call, Caller caller, FileCall what) {
    out.accept(
        new OpenFilesEffect.Complete(
            call, io.pando.fs.call.FileOutcome.failed(FsError.EOPNOTSUPP)));
  }

  /** There is a newer map. */
  public void onMap(At now, ClusterMap map) {}

  /** A peer has sent a message. */
  public void onMessage(At now, Peer from, FileMessage message) {}

  /** The stream to a peer ended. */
  public void onReset(At now, Peer peer) {}

  /** An {@link OpenFilesEffect.Call} was answered. */
  public void onCallAnswered(At now, long number, OpOutcome outcome) {}

  /** An {@link OpenFilesEffect.Call} got no answer: its outcome is unknown. */
  public void onCallUnanswered(At now, long number, FsError error) {}

  /** {@link OpenFilesEffect.Drop} is done. */
  public void onDropped(At now, long token) {}

  /** The time of {@link OpenFilesEffect.WakeAt} has come. */
  public void onWoken(At now) {}

  /** Continues after {@link OpenFilesEffect.SessionLost} that needs a number. */
  public void begin(At now, long session) {}

  /**
   * Writes what is dirty, and closes the session: {@link OpenFilesEffect.Closed}. Calls after it
   * fail.
   */
  public void shutDown(At now) {}

  /** What may be cached of an inode outside of the client. */
  public CachePermit permit(At now, Ino ino) {
    return new CachePermit(CapabilitySet.NONE, 0);
  }

  /** Whether no call is open, nothing is dirty, and all changes are durable. */
  public boolean isIdle() {
    return true;
  }
}
