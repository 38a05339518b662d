package io.pando.client.fs;

import io.pando.client.fs.cache.FileCache;
import io.pando.client.fs.caps.ClientCapabilities;
import io.pando.client.fs.caps.ClientCapabilityEffect;
import io.pando.client.fs.locks.ClientLockEffect;
import io.pando.client.fs.locks.ClientLocks;
import io.pando.client.fs.locks.LockRequestLimits;
import io.pando.client.fs.session.FileRequests;
import io.pando.client.fs.session.GivenRequest;
import io.pando.client.fs.session.MdsSession;
import io.pando.client.fs.session.MdsSessionEffect;
import io.pando.client.fs.session.PendingRequest;
import io.pando.client.fs.session.RequestEffect;
import io.pando.cluster.ClusterMap;
import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.fs.NameHash;
import io.pando.fs.access.AccessCheck;
import io.pando.fs.call.NewName;
import io.pando.fs.inode.Inode;
import io.pando.fs.inode.Timestamp;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.FileState;
import io.pando.message.FileMessage;
import io.pando.port.Peer;
import io.pando.random.Random64;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A client of one rank of a file system. Queries are answered from caches as far as capabilities
 * allow; all other requests are sent to the holder of the rank, and repeated to its successor if it
 * fails. Pure: time is an argument, and effects go to a consumer.
 *
 * <p>The parts: {@link MdsSession} has the connection and the lease, {@link FileRequests} what is
 * under way and not durable, {@link ClientCapabilities} what may be used, {@link FileCache} what is
 * known, {@link ClientLocks} what programs have locked.
 *
 * <p>Every call has a number, chosen by the caller and unique among calls that have not ended. It
 * ends by one {@link FileEffect.Complete} or {@link FileEffect.Tested}. The consumer of effects
 * must not call the client; it carries them out later, in their order.
 */
public final class FileClient {
  private final FileClientConfig config;
  private final Consumer<FileEffect> out;
  private final MdsSession session;
  private final FileRequests requests;
  private final ClientCapabilities capabilities;
  private final FileCache cache;
  private final ClientLocks locks;

  private final AheadChanges ahead;
  private final RequestPath path;
  private final JournalQuestions questions = new JournalQuestions();
  private long nowNanos;
  private long armedNanos = Long.MAX_VALUE;

  /**
   * A client without a session; it opens one when a map has a holder of the rank.
   *
   * @param number of the session, the same as of the client's operations on objects
   * @param hash of the names of the file system
   * @param states sizes and times of files that the client writes; must not call the client
   */
  public FileClient(
      FileClientConfig config,
      long number,
      NameHash hash,
      Random64 random,
      WriterStates states,
      Consumer<FileEffect> out) {
    this.config = config;
    this.out = out;
    this.session = new MdsSession(config.session(), number, random, this::onSession);
    this.requests = new FileRequests(config.requests(), this::onRequest);
    this.capabilities =
        new ClientCapabilities(
            config.capabilities(), new PartsView(this::cache, session, requests, states), this::on);
    this.ahead = new AheadChanges(capabilities);
    this.cache = new FileCache(hash, config.mostNames(), capabilities::usable);
    this.path =
        new RequestPath(
            config.requests().mostQueued(),
            new RequestPath.Parts(session, requests, capabilities, cache),
            ahead,
            states,
            out);
    this.locks = new ClientLocks(LockRequestLimits.USUAL, this::onLock);
  }

  private FileCache cache() {
    return cache;
  }

  // Calls

  /**
   * Executes a request. A new file has one of the session's numbers: see {@link #make}.
   *
   * @param given whose call ends with the answer; with {@link FsError#EIO} if the session ended and
   *     the request may have been executed; with {@link FsError#EAGAIN} if too many wait
   */
  public void execute(long atNanos, GivenRequest given) {
    step(atNanos, () -> path.execute(atNanos, given));
  }

  /** The answer to a query, with perhaps older size and times; null if the server must be asked. */
  public @Nullable FsAnswer answerLite(long atNanos, Caller caller, FsRequest.Query query) {
    return path.answerLite(atNanos, caller, query);
  }

  /** Executes a request at the server, also if the cache knows an answer. */
  public void executeAtServer(long atNanos, GivenRequest given) {
    step(atNanos, () -> path.submit(given));
  }

  /**
   * Makes a file under a number that the session was given; waits for one if necessary.
   *
   * @param time of the call: what the file shows until the server says its times
   */
  public void make(long atNanos, long call, Caller caller, NewName file, Timestamp time) {
    step(atNanos, () -> path.make(call, caller, file, time));
  }

  /**
   * Whether a caller may read, write or execute an inode: {@link FsAnswer.Done}, or {@link
   * FsError#EACCES}.
   *
   * @param things as of {@link AccessCheck#allows}
   */
  public void access(long atNanos, long call, Caller caller, Ino ino, int things) {
    step(atNanos, () -> path.access(atNanos, call, caller, ino, things));
  }

  /**
   * Waits until all changes that were answered are durable: {@link FsAnswer.Done}, or {@link
   * FsError#EIO} if some are lost, which is reported once.
   */
  public void sync(long atNanos, long call) {
    hurry(atNanos);
    step(atNanos, () -> requests.sync(call));
  }

  /**
   * Tells the server the size and the times of a file, and waits until its journal has them: {@link
   * FsAnswer.Done}, or {@link FsError#EIO} if the session ended. Of use if no object shows the
   * size.
   */
  public void syncTold(long atNanos, long call, Ino ino) {
    step(
        atNanos,
        () -> {
          questions.add(call, ino);
          capabilities.tellState(ino, () -> session.send(questions.ask(call, ino)));
        });
  }

  /** A program waits until changes are durable: the server does not put its journal off. */
  public void hurry(long atNanos) {
    if (requests.takeHurry()) {
      step(atNanos, () -> session.send(new FileMessage.AwaitJournal()));
    }
  }

  /**
   * A file was opened. {@link FileEffect.Use} says later what may be done.
   *
   * @param needed capabilities that it needs, or can use
   */
  public void open(long atNanos, Ino ino, CapabilitySet needed) {
    step(atNanos, () -> ahead.open(ino, needed));
  }

  /** A file was closed; what it needed is the same as when it was opened. */
  public void close(long atNanos, Ino ino, CapabilitySet needed) {
    step(atNanos, () -> ahead.close(ino, needed));
  }

  /** The data path comes near the offset up to which it may write: the server is told the size. */
  public void tellState(long atNanos, Ino ino) {
    step(atNanos, () -> capabilities.tellState(ino));
  }

  // Locks

  /**
   * Takes a lock, or releases a range.
   *
   * @param call ends with {@link FsAnswer.Done}; {@link FsError#EAGAIN} if others have it, {@link
   *     FsError#EDEADLK} if it would wait for itself, {@link FsError#ENOLCK} beyond limits, {@link
   *     FsError#EIO} if the session ended, or the owner lost a lock of the file before
   * @param waits whether it waits until the lock is free
   */
  public void lock(long atNanos, long call, Ino ino, LockClaim claim, boolean waits) {
    step(atNanos, () -> ahead.onceKnown(ino, () -> locks.lock(call, ino, claim, waits)));
  }

  /** Asks for a lock that conflicts with one: {@link FileEffect.Tested}. */
  public void testLock(long atNanos, long call, Ino ino, LockClaim claim) {
    step(atNanos, () -> ahead.onceKnown(ino, () -> locks.test(call, ino, claim)));
  }

  /** Ends the oldest {@link #lock} that waits for this: {@link FsError#EINTR}. */
  public void cancelLock(long atNanos, Ino ino, LockClaim claim) {
    step(atNanos, () -> ahead.onceKnown(ino, () -> locks.cancel(ino, claim)));
  }

  /** An owner of locks has closed a file: all that it has of it is released. */
  public void releaseLocks(long atNanos, Ino ino, long owner) {
    step(atNanos, () -> ahead.onceKnown(ino, () -> locks.close(ino, owner)));
  }

  /** Continues with a new session after {@link FileEffect.SessionLost} that needs a number. */
  public void begin(long atNanos, long number) {
    step(atNanos, () -> session.begin(atNanos, number));
  }

  /**
   * Closes the session: {@link FileEffect.Closed}. What is dirty must be written before, and
   * changes must be durable, see {@link #sync}. Calls after it, and those that have not ended, are
   * not completed.
   */
  public void shutDown(long atNanos) {
    step(atNanos, session::shutDown);
  }

  // Inputs

  /** There is a newer map. */
  public void onMap(long atNanos, ClusterMap map) {
    step(atNanos, () -> session.onMap(atNanos, map));
  }

  /** A peer has sent a message. */
  public void onMessage(long atNanos, Peer from, FileMessage message) {
    step(atNanos, () -> receive(from, message));
  }

  /** The stream to a peer ended. */
  public void onReset(long atNanos, Peer peer) {
    step(atNanos, () -> session.onReset(atNanos, peer));
  }

  /** {@link FileEffect.Flush} or {@link FileEffect.Invalidate} is done. */
  public void onConfirmed(long atNanos, long token) {
    step(atNanos, () -> ahead.confirm(token));
  }

  /** The time of {@link FileEffect.WakeAt} has come. */
  public void onWoken(long atNanos) {
    armedNanos = Long.MAX_VALUE;
    step(atNanos, () -> {});
  }

  /** Whether the lease is valid, so that caches may be used. */
  public boolean isServing(long atNanos) {
    return session.isServing(atNanos);
  }

  /** For how long the lease is still valid; 0 if it is over. */
  public long servingNanos(long atNanos) {
    return session.servingNanos(atNanos);
  }

  /** Data of a file may be written up to this offset. */
  public long writableTo(Ino ino) {
    return capabilities.writableTo(ino);
  }

  /**
   * Whether a file is known to programs and not yet to the server. What {@link #make} says of its
   * layout does not count.
   */
  public boolean isAhead(Ino ino) {
    return ahead.isMade(ino);
  }

  /** What may be written of a file: one that is being made may not exist after a failure. */
  public FileRequests.WritePermit writePermit(Ino ino) {
    return requests.writePermit(ino);
  }

  /** What the data path and the kernel's caches may do with an inode while the client serves. */
  public CapabilitySet usable(Ino ino) {
    return capabilities.usable(ino);
  }

  /** Whether all requests are answered, and all changes durable. */
  public boolean isIdle() {
    return requests.isIdle() && path.isIdle() && ahead.waiting() == 0 && questions.isEmpty();
  }

  private void step(long atNanos, Runnable input) {
    nowNanos = atNanos;
    session.onTime(atNanos);
    capabilities.onTime(atNanos);
    input.run();
    ahead.settle();
    path.sendMakes(nowNanos);
    if (session.takesRequests()) {
      requests.send();
      locks.send();
    }
    arm();
  }

  private void arm() {
    long next = Math.min(session.wakeNanos(), capabilities.wakeNanos());
    if (next < armedNanos) {
      armedNanos = next;
      out.accept(new FileEffect.WakeAt(next));
    }
  }

  // Messages

  private void receive(Peer from, FileMessage message) {
    switch (message) {
      case FileMessage.SessionRenewed renewed -> {
        session.onMessage(nowNanos, from, message);
        if (session.isConnectedTo(from)) {
          session.onHeard();
          capabilities.onRenewed(renewed.sequence(), renewed.journaled());
        }
      }
      case FileMessage.SessionOpened _, FileMessage.SessionClosed _ ->
          session.onMessage(nowNanos, from, message);
      default -> {
        if (session.isConnectedTo(from)) {
          session.onHeard();
          receive(message);
        }
      }
    }
  }

  private void receive(FileMessage message) {
    switch (message) {
      case FileMessage.MoreNumbers more -> path.addNumbers(more.numbers());
      case FileMessage.FileAnswer answer -> path.onAnswer(nowNanos, answer);
      case FileMessage.Durable durable -> requests.onDurable(durable.record());
      case FileMessage.JournalWritten(long question) -> {
        if (questions.onWritten(question)) {
          path.complete(question, new FsAnswer.Done());
        }
      }
      case FileMessage.Grant grant -> {
        capabilities.onGrant(nowNanos, grant.grant(), false);
        Inode inode = grant.inode();
        if (inode != null) {
          cache.put(inode);
        }
      }
      case FileMessage.LockAnswer answer -> locks.onAnswer(answer);
      case FileMessage.LocksRefused refused -> locks.onRefused(refused);
      case FileMessage.Revoke revoke -> capabilities.onRevoke(revoke);
      case FileMessage.AskState ask -> capabilities.onAskState(ask);
      case FileMessage.Recall recall -> capabilities.onRecall(nowNanos, recall.inodes());
      default -> {
        // A message of clients, or one that was handled before.
      }
    }
  }

  // Effects of the parts

  private void onSession(MdsSessionEffect effect) {
    switch (effect) {
      case MdsSessionEffect.Send(Peer.Dialed to, FileMessage message) ->
          out.accept(new FileEffect.Send(to, message));
      case MdsSessionEffect.Opened opened -> onOpened(opened);
      case MdsSessionEffect.LeaseOver _ -> dropCaches();
      case MdsSessionEffect.Ended(String reason) -> onSessionOver(true, reason);
      case MdsSessionEffect.Closed _ -> out.accept(new FileEffect.Closed());
      case MdsSessionEffect.Serving _, MdsSessionEffect.Disconnected _ -> {}
    }
  }

  private void onOpened(MdsSessionEffect.Opened opened) {
    if (opened.lost()) {
      onSessionOver(false, "the server does not know it any more");
    }
    path.addNumbers(opened.message().numbers());
    boolean reconnecting = opened.message().reconnecting();
    if (reconnecting) {
      session.sendHeld(capabilities.held(opened.sameServer()), config.reconnectPart());
    }
    if (opened.message().fresh()) {
      capabilities.onNewSession();
    } else if (opened.sameServer()) {
      capabilities.repeat();
    }
    if (!opened.sameServer()) {
      // The successor executes changes once more, at another time, and may not know of a state.
      cache.clear();
    }
    requests.repeat(opened.sameServer());
    locks.onOpened(opened.sameServer(), reconnecting);
    if (reconnecting) {
      session.send(new FileMessage.Reconnect(List.of(), false));
    }
    questions.repeat(session::send);
  }

  private void onSessionOver(boolean needsNumber, String reason) {
    out.accept(new FileEffect.SessionLost(needsNumber, reason));
    dropCaches();
    path.onSessionOver();
    capabilities.onSessionOver();
    requests.onSessionOver();
    ahead.onSessionOver();
    locks.onSessionOver();
    questions.takeAll().forEach(call -> path.complete(call, new FsAnswer.Failed(FsError.EIO)));
  }

  private void dropCaches() {
    cache.clear();
    out.accept(new FileEffect.DropCaches());
  }

  private void onRequest(RequestEffect effect) {
    switch (effect) {
      case RequestEffect.Send(FileMessage.FileRequest message) -> session.send(message);
      case RequestEffect.Lost(PendingRequest request) -> path.onLost(request);
      case RequestEffect.Stable(Ino ino) -> out.accept(new FileEffect.Stable(ino));
      case RequestEffect.Undone(PendingRequest request) -> {
        if (request.request() instanceof FsRequest.Make make) {
          out.accept(new FileEffect.Unmade(make.ino()));
        }
        dropCaches();
      }
      case RequestEffect.Synced(long call, boolean durable) ->
          path.complete(call, durable ? new FsAnswer.Done() : new FsAnswer.Failed(FsError.EIO));
    }
  }

  private void onLock(ClientLockEffect effect) {
    switch (effect) {
      case ClientLockEffect.Send(FileMessage message) -> session.send(message);
      case ClientLockEffect.Outcome outcome -> out.accept(LockOutcomes.effect(outcome));
    }
  }

  private void on(ClientCapabilityEffect effect) {
    switch (effect) {
      case ClientCapabilityEffect.Tell(FileMessage.UpdateCapabilities message) -> {
        FileState state = message.state();
        if (state != null) {
          path.onTold(message.ino(), state);
        }
        session.send(message);
      }
      case ClientCapabilityEffect.Flush flush ->
          out.accept(new FileEffect.Flush(flush.token(), flush.ino(), flush.urgent()));
      case ClientCapabilityEffect.Invalidate drop -> {
        if (drop.caches().names()) {
          ahead.onInvalidate(drop.token());
        }
        out.accept(new FileEffect.Invalidate(drop.token(), drop.ino(), drop.caches()));
      }
      case ClientCapabilityEffect.Changed changed -> {
        path.onChanged(changed);
        out.accept(new FileEffect.Use(changed.ino(), changed.usable(), changed.writableTo()));
      }
    }
  }

  /** For people who look for a fault. */
  @Override
  public String toString() {
    return session + ", requests " + requests + ", " + path;
  }
}
