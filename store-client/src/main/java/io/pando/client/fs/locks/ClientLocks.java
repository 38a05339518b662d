package io.pando.client.fs.locks;

import io.pando.check.Invariant;
import io.pando.fs.Ino;
import io.pando.fs.lock.HeldLock;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsError;
import io.pando.message.FileMessage;
import io.pando.probe.Probe;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Locks of the programs of one client. The server decides; the client keeps its locks, to tell a
 * successor of the server, and repeats requests that have no answer.
 *
 * <p>A request that has no answer may have been executed by a server that failed. So a successor is
 * told of what the owner has whether it was executed or not: of bytes that the request lowers, the
 * lower mode. If the request then fails, the owner has less than it was told, and it is {@link
 * ClientLockEffect.Lost}. That needs a request that both lowers and takes something.
 *
 * <p>If the session ends, locks are lost, and requests that were sent fail.
 *
 * <p>Pure; effects go to a consumer that must not call this.
 *
 * <p>Invariants: every call ends once; requests are sent in the order of their numbers; an owner
 * that lost a lock gets none before it has released the file.
 */
public final class ClientLocks {
  private final LockRequestLimits limits;
  private final Consumer<ClientLockEffect> out;
  private final HeldLocks held = new HeldLocks();

  /** Requests that were not sent. */
  private final ArrayDeque<PendingLock> queued = new ArrayDeque<>();

  /** Requests that were sent and have no answer, by number. */
  private final NavigableMap<Long, PendingLock> sent = new TreeMap<>();

  /** Owners that lost a lock and have not released the file since. */
  private final SortedSet<LockHolder> broken = new TreeSet<>();

  private long lastNumber;

  /** The newest answer of the holder of the rank. */
  private long seen;

  /** No locks, and no session. */
  public ClientLocks(LockRequestLimits limits, Consumer<ClientLockEffect> out) {
    this.limits = limits;
    this.out = out;
  }

  // Calls

  /**
   * Takes a lock, or releases a range: {@link ClientLockEffect.Ended}.
   *
   * @param waits whether it waits until the lock is free; otherwise {@link FsError#EAGAIN}
   */
  public void lock(long call, Ino ino, LockClaim claim, boolean waits) {
    if (claim.mode() == LockMode.NONE) {
      release(call, ino, claim);
    } else {
      add(call, ino, claim, waits ? PendingLock.Kind.WAIT : PendingLock.Kind.TRY);
    }
  }

  /** Asks for a lock that conflicts with one: {@link ClientLockEffect.Tested}, or an error. */
  public void test(long call, Ino ino, LockClaim claim) {
    add(call, ino, claim, PendingLock.Kind.TEST);
  }

  private void add(long call, Ino ino, LockClaim claim, PendingLock.Kind kind) {
    if (broken.contains(LockHolder.of(ino, claim))) {
      out.accept(new ClientLockEffect.Ended(call, FsError.EIO));
    } else if (pending() >= limits.mostPending()) {
      out.accept(new ClientLockEffect.Ended(call, FsError.ENOLCK));
    } else {
      enqueue(call, ino, claim, kind);
    }
  }

  private int pending() {
    return queued.size() + sent.size();
  }

  private void enqueue(@Nullable Long call, Ino ino, LockClaim claim, PendingLock.Kind kind) {
    lastNumber++;
    queued.add(new PendingLock(lastNumber, call, ino, claim, kind));
  }

  private void release(long call, Ino ino, LockClaim claim) {
    LockHolder holder = LockHolder.of(ino, claim);
    boolean whole = claim.range().equals(LockClaim.WHOLE_FILE);
    if (broken.contains(holder) && !whole) {
      end(call, FsError.EIO);
      return;
    }
    broken.remove(holder);
    if (!held.has(ino, claim) && !isUnderWay(holder)) {
      end(call, null);
    } else if (pending() / 2 >= limits.mostPending()) {
      end(call, FsError.ENOLCK);
    } else {
      enqueue(call, ino, claim, PendingLock.Kind.TRY);
    }
  }

  private boolean isUnderWay(LockHolder holder) {
    return sent.values().stream().anyMatch(each -> each.holder().equals(holder))
        || queued.stream().anyMatch(each -> each.holder().equals(holder));
  }

  private void end(@Nullable Long call, @Nullable FsError error) {
    if (call != null) {
      out.accept(new ClientLockEffect.Ended(call, error));
    }
  }

  /**
   * Ends the oldest {@link #lock} that waits for this: it fails with {@link FsError#EINTR}, unless
   * the lock is granted meanwhile.
   */
  public void cancel(Ino ino, LockClaim claim) {
    Predicate<PendingLock> isIt = each -> !each.cancelled && each.waitsFor(ino, claim);
    for (PendingLock each : sent.values()) {
      if (isIt.test(each)) {
        each.cancelled = true;
        out.accept(new ClientLockEffect.Send(new FileMessage.StopWaiting(each.number())));
        return;
      }
    }
    for (PendingLock each : queued) {
      if (isIt.test(each)) {
        queued.remove(each);
        end(each.call(), FsError.EINTR);
        return;
      }
    }
  }

  /** An owner has closed the file: what it has of it is released, beyond all limits. */
  public void close(Ino ino, long owner) {
    for (LockFamily family : LockFamily.values()) {
      LockHolder holder = new LockHolder(ino, family, owner);
      broken.remove(holder);
      if ((held.contains(holder) || isUnderWay(holder)) && !isClosing(holder)) {
        enqueue(
            null,
            ino,
            new LockClaim(family, owner, 0, LockMode.NONE, LockClaim.WHOLE_FILE),
            PendingLock.Kind.TRY);
      }
    }
  }

  /** Whether the newest request of an owner is that of its last close, and is not sent yet. */
  private boolean isClosing(LockHolder holder) {
    Iterator<PendingLock> newest = queued.descendingIterator();
    while (newest.hasNext()) {
      PendingLock each = newest.next();
      if (each.holder().equals(holder)) {
        return each.call() == null;
      }
    }
    return false;
  }

  // Messages

  /** Sends requests that were not sent; to be called when the server takes new requests. */
  public void send() {
    while (!queued.isEmpty()) {
      PendingLock next = queued.remove();
      sent.put(next.number(), next);
      next.sent = true;
      if (!next.isTest()) {
        held.beforeConversion(next.ino(), next.claim());
      }
      out.accept(new ClientLockEffect.Send(next.message(seen)));
    }
  }

  /** The server has answered a request. */
  public void onAnswer(FileMessage.LockAnswer answer) {
    seen = Math.max(seen, answer.sequence());
    PendingLock pending = sent.remove(answer.number());
    if (pending == null) {
      return;
    }
    FsError error = answer.error();
    Long call = pending.call();
    if (pending.isTest() && error == null) {
      if (call != null) {
        out.accept(new ClientLockEffect.Tested(call, answer.conflict()));
      }
    } else if (error == null) {
      held.set(pending.ino(), pending.claim());
      end(call, null);
    } else if (pending.lowered) {
      Probe.reached("files: a lock was lowered for a request that fails");
      lose(pending.holder());
      end(call, FsError.EIO);
    } else {
      end(call, error);
    }
  }

  private void lose(LockHolder holder) {
    if (broken.add(holder)) {
      out.accept(new ClientLockEffect.Lost(holder.ino(), holder.family(), holder.owner()));
    }
  }

  /** A successor of the server refuses locks: others told it of conflicting ones before. */
  public void onRefused(FileMessage.LocksRefused message) {
    for (HeldLock each : message.locks()) {
      if (held.has(each.ino(), each.claim())) {
        held.set(each.ino(), HeldLocks.release(each.claim()));
        lose(LockHolder.of(each.ino(), each.claim()));
      }
    }
  }

  // The session

  /**
   * The session is open over a new connection: tells the locks of the client, if the server asks,
   * and repeats requests that have no answer.
   *
   * @param sameServer whether the server is the one that had the session before
   * @param reconnecting whether the server waits for {@link FileMessage.Reconnect}
   */
  public void onOpened(boolean sameServer, boolean reconnecting) {
    if (!sameServer) {
      seen = 0;
      for (PendingLock each : sent.values()) {
        each.lowered |= !each.isTest() && held.lower(each.ino(), each.claim());
      }
    }
    if (reconnecting) {
      List<HeldLock> all = held.all();
      for (int from = 0; from < all.size(); from += limits.reconnectPart()) {
        int to = Math.min(all.size(), from + limits.reconnectPart());
        List<HeldLock> part = List.copyOf(all.subList(from, to));
        out.accept(new ClientLockEffect.Send(new FileMessage.HoldLocks(part)));
      }
    }
    for (PendingLock each : sent.values()) {
      Probe.reached("files: a request for a lock is repeated");
      out.accept(new ClientLockEffect.Send(each.message(seen)));
      if (each.cancelled) {
        out.accept(new ClientLockEffect.Send(new FileMessage.StopWaiting(each.number())));
      }
    }
  }

  /**
   * The session is over: locks are lost, and requests that were sent fail with {@link FsError#EIO}.
   * Others are sent in the next session, unless their owner lost a lock.
   */
  public void onSessionOver() {
    seen = 0;
    held.holders().forEach(this::lose);
    held.clear();
    List<PendingLock> lost = new ArrayList<>(sent.values());
    sent.clear();
    queued.removeIf(each -> {
      boolean ends = broken.contains(each.holder());
      if (ends) {
        lost.add(each);
      }
      return ends;
    });
    for (PendingLock each : lost) {
      if (each.isRelease() && each.claim().range().equals(LockClaim.WHOLE_FILE)) {
        broken.remove(each.holder());
      }
      end(each.call(), FsError.EIO);
    }
  }

  // Questions

  /** All locks that the server has granted. */
  public List<HeldLock> held() {
    return held.all();
  }

  /** Whether no request is under way. */
  public boolean isIdle() {
    return queued.isEmpty() && sent.isEmpty();
  }

  /** Checks the invariants. */
  public void invariants() {
    sent.values().forEach(each -> Invariant.check(each.sent, () -> each + " was not sent"));
    queued.forEach(each -> Invariant.check(!each.sent, () -> each + " is sent twice"));
  }

  @Override
  public String toString() {
    return "%d locks to be sent, without an answer: %s".formatted(queued.size(), sent.values());
  }
}
