package io.pando.client.fs.session;

import io.pando.check.Invariant;
import io.pando.check.Sampling;
import io.pando.fs.Ino;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.fs.session.EarlyWrites;
import io.pando.message.FileMessage;
import io.pando.probe.Probe;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The numbered requests of a session. A query is kept until it is answered, a change until it is
 * durable too; those that are kept are repeated to the next server in the order of their numbers.
 *
 * <p>Invariants:
 *
 * <ul>
 *   <li>requests are sent in the order of their numbers, and repeated before a new one is sent;
 *   <li>a caller gets one answer;
 *   <li>a change is forgotten only if it is durable, failed, or its session is over;
 *   <li>no more than {@link RequestLimits} allow are under way, kept, and queued.
 * </ul>
 */
public final class FileRequests {
  /** What may be written of a file, by whether it exists for good. */
  public enum WritePermit {
    /** It exists for good, as far as this session is concerned. */
    ALL,

    /** It is being made. A server that finds it unmade removes its first object. */
    FIRST_OBJECT,

    /** It is being made, and a server would not find its objects. */
    NONE
  }

  private static final int SAMPLED_STEPS = 16;

  /** A call of {@link #sync}: it waits for the answered changes up to a number. */
  private record Sync(long call, long upTo) {}

  private final RequestLimits limits;
  private final Consumer<RequestEffect> out;
  private final Sampling sampling = new Sampling(SAMPLED_STEPS);
  private final ArrayDeque<PendingRequest> queued = new ArrayDeque<>();

  /** Requests that were sent and are kept, by number. */
  private final NavigableMap<Long, PendingRequest> kept = new TreeMap<>();

  private final ArrayDeque<Sync> syncs = new ArrayDeque<>();
  private long lastNumber;
  private long lastSent;

  /** Files that are made to be written, which is not durable. */
  private final TreeSet<Ino> unstable = new TreeSet<>();

  /** Numbers of the session that requests for new files had, and that may be unused. */
  private final TreeSet<Ino> unproven = new TreeSet<>();

  /** Numbers of the requests that the server has not answered. */
  private final TreeSet<Long> unanswered = new TreeSet<>();

  /** The server knows that a program waits for requests up to this number. */
  private long hurried;

  /** Records of the journal of the server that has the session are durable up to this one. */
  private long durable;

  /** Whether a change that a caller believes to be done is lost, and no sync has reported it. */
  private boolean broken;

  /** No requests. */
  public FileRequests(RequestLimits limits, Consumer<RequestEffect> out) {
    this.limits = limits;
    this.out = out;
  }

  /** Whether a further request is taken. */
  public boolean hasRoom() {
    return queued.size() < limits.mostQueued();
  }

  /** Takes a request, which is sent by the next {@link #send}. There must be room. */
  public PendingRequest submit(GivenRequest request) {
    return submit(request, false);
  }

  /** Whether the next request is sent at once, if the server takes requests. */
  public boolean sendsAtOnce() {
    return queued.isEmpty()
        && unanswered.size() < limits.mostUnanswered()
        && kept.size() < limits.mostKept();
  }

  /**
   * The same for a change whose caller is answered at once. It must be sent at once, see {@link
   * #sendsAtOnce}. If it fails, it counts as a change that is lost.
   */
  public PendingRequest submitAhead(GivenRequest change) {
    Invariant.check(sendsAtOnce(), "a change is answered ahead that cannot be sent");
    return submit(change, true);
  }

  private PendingRequest submit(GivenRequest request, boolean ahead) {
    Invariant.check(hasRoom(), "a request is taken beyond the limit");
    lastNumber++;
    PendingRequest pending = new PendingRequest(lastNumber, request, ahead);
    queued.add(pending);
    if (request.request() instanceof FsRequest.Make make) {
      unproven.add(make.ino());
      if (make.content() instanceof FsRequest.NewContent.NewWritten) {
        unstable.add(make.ino());
      }
    }
    return pending;
  }

  /** Sends what waits, as far as the limits allow. */
  public void send() {
    while (!queued.isEmpty()
        && unanswered.size() < limits.mostUnanswered()
        && kept.size() < limits.mostKept()) {
      PendingRequest next = queued.remove();
      kept.put(next.number(), next);
      unanswered.add(next.number());
      lastSent = Math.max(lastSent, next.number());
      send(next);
    }
    check();
  }

  private void send(PendingRequest request) {
    request.sent = true;
    out.accept(
        new RequestEffect.Send(
            new FileMessage.FileRequest(
                request.number(),
                oldest(),
                request.record,
                request.caller(),
                request.request(),
                request.time())));
  }

  /**
   * The session continues over a new connection: sends the requests once more.
   *
   * @param sameServer whether the server is the one that gave the answers so far; otherwise changes
   *     that are not durable are repeated although they were answered
   */
  public void repeat(boolean sameServer) {
    hurried = 0;
    if (!sameServer) {
      durable = 0;
      for (PendingRequest each : kept.values()) {
        each.answered = false;
      }
      unanswered.addAll(kept.keySet());
    }
    for (PendingRequest each : List.copyOf(kept.values())) {
      if (!each.answered) {
        Probe.reached("files: a request is repeated");
        send(each);
      }
    }
    check();
  }

  /**
   * The server has answered. Returns the request if this is its first answer; null if the answer is
   * to a repeat, or to no request.
   */
  public @Nullable PendingRequest onAnswer(FileMessage.FileAnswer message) {
    PendingRequest request = kept.get(message.number());
    if (request == null || request.answered) {
      return null;
    }
    boolean failed = message.answer() instanceof FsAnswer.Failed;
    if (failed && request.delivered) {
      Probe.reached(
          request.heard
              ? "files: a change that was answered fails when it is repeated"
              : "files: a change that was answered ahead fails");
      broken = true;
      out.accept(new RequestEffect.Undone(request));
    }
    boolean first = !request.heard;
    request.heard = true;
    request.answered = true;
    request.delivered = true;
    request.record = message.record();
    unanswered.remove(request.number());
    if (failed || !request.isChange() || request.record <= durable) {
      kept.remove(request.number());
      ended(request, !failed);
    }
    completeSyncs();
    check();
    return first ? request : null;
  }

  /** All records up to this one are durable. */
  public void onDurable(long record) {
    durable = Math.max(durable, record);
    kept.values()
        .removeIf(each -> {
          boolean over = each.answered && each.record <= durable;
          if (over) {
            ended(each, true);
          }
          return over;
        });
    completeSyncs();
    check();
  }

  private void ended(PendingRequest request, boolean done) {
    if (!(request.request() instanceof FsRequest.Make make)) {
      return;
    }
    if (done) {
      unproven.remove(make.ino());
    }
    if (unstable.remove(make.ino())) {
      out.accept(new RequestEffect.Stable(make.ino()));
    }
  }

  /** What may be written of a file: see {@link EarlyWrites}. */
  public WritePermit writePermit(Ino ino) {
    if (!unstable.contains(ino)) {
      return WritePermit.ALL;
    }
    return unproven.size() <= EarlyWrites.MOST_UNUSED ? WritePermit.FIRST_OBJECT : WritePermit.NONE;
  }

  /**
   * Waits until all changes that were answered are durable: {@link RequestEffect.Synced}.
   *
   * @param call number that the caller gave it
   */
  public void sync(long call) {
    syncs.add(new Sync(call, lastSent));
    completeSyncs();
  }

  private void completeSyncs() {
    Iterator<Sync> waiting = syncs.iterator();
    while (waiting.hasNext()) {
      Sync sync = waiting.next();
      if (kept.headMap(sync.upTo(), true).values().stream().anyMatch(each -> each.delivered)) {
        return;
      }
      waiting.remove();
      out.accept(new RequestEffect.Synced(sync.call(), !broken));
      broken = false;
    }
  }

  /**
   * The session is over. Changes that were sent are lost, also those that were answered; so are
   * requests for new files, whose numbers belonged to the session. Other requests that were not
   * answered are sent in the next session.
   */
  public void onSessionOver() {
    List<PendingRequest> lost = new ArrayList<>();
    ArrayDeque<PendingRequest> again = new ArrayDeque<>();
    for (PendingRequest each : kept.values()) {
      broken |= each.delivered;
      if (each.heard) {
        continue;
      }
      if (each.isChange()) {
        lost.add(each);
      } else {
        again.add(each);
      }
    }
    for (PendingRequest each : queued) {
      if (each.request() instanceof FsRequest.Make) {
        lost.add(each);
      } else {
        again.add(each);
      }
    }
    kept.clear();
    queued.clear();
    unstable.clear();
    unproven.clear();
    for (PendingRequest each : again) {
      each.sent = false;
      each.record = 0;
      queued.add(each);
    }
    unanswered.clear();
    durable = 0;
    for (PendingRequest each : lost) {
      out.accept(new RequestEffect.Lost(each));
    }
    completeSyncs();
    check();
  }

  /** The oldest request that the server must remember: see {@link FileMessage.FileRequest}. */
  private long oldest() {
    return kept.isEmpty() ? lastSent : kept.firstKey();
  }

  /**
   * Whether the server has to be told that a program waits for changes that were answered: it was
   * not told since the newest of them was sent.
   */
  public boolean takeHurry() {
    boolean hurries = kept.tailMap(hurried, false).values().stream().anyMatch(it -> it.delivered);
    if (hurries) {
      hurried = lastSent;
    }
    return hurries;
  }

  /** All requests up to this number were answered or are not sent. */
  public long answeredUpTo() {
    return unanswered.isEmpty() ? lastSent : unanswered.first() - 1;
  }

  /** The number of the newest request that was sent. */
  public long lastSent() {
    return lastSent;
  }

  /** Whether nothing is queued or kept. */
  public boolean isIdle() {
    return kept.isEmpty() && queued.isEmpty();
  }

  /** Number of requests that were sent and are kept. */
  int kept() {
    return kept.size();
  }

  private void check() {
    Invariant.check(
        unanswered.size() <= kept.size(),
        () -> unanswered.size() + " requests without an answer of " + kept.size());
    if (sampling.isDue()) {
      for (PendingRequest each : kept.values()) {
        Invariant.check(
            each.answered != unanswered.contains(each.number()),
            () -> "request " + each.number() + " has an answer and waits for it");
      }
    }
  }

  @Override
  public String toString() {
    return "%d queued, %d kept, %d without an answer"
        .formatted(queued.size(), kept.size(), unanswered.size());
  }
}
