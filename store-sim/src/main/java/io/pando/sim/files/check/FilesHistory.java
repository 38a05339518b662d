package io.pando.sim.files.check;

import io.pando.fs.call.FileOutcome;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * All calls of a run, and when clients lost their sessions.
 *
 * <p>What a client was answered before it lost its session may be lost, unless a later sync said
 * that it is durable, and nothing that it was told in between said that something is lost.
 */
public final class FilesHistory {
  private final List<PlayedCall> calls = new ArrayList<>();
  private final SortedMap<Integer, List<Long>> losses = new TreeMap<>();

  /** A call begins. */
  public PlayedCall begin(int client, FilesOp op, long nowNanos) {
    PlayedCall call = new PlayedCall(calls.size(), client, op, nowNanos);
    calls.add(call);
    return call;
  }

  /** A call is answered. */
  public void end(PlayedCall call, FileOutcome outcome, long nowNanos) {
    call.end(outcome, nowNanos);
  }

  /** A client lost its session, or was killed. */
  public void lost(int client, long nowNanos) {
    losses.computeIfAbsent(client, _ -> new ArrayList<>()).add(nowNanos);
  }

  /** All calls, in the order of their beginning. */
  public List<PlayedCall> calls() {
    return List.copyOf(calls);
  }

  /** Number of calls that have begun. */
  public int size() {
    return calls.size();
  }

  /** One of the calls, in the order of their beginning. */
  public PlayedCall call(int number) {
    return calls.get(number);
  }

  /** Whether a client lost a session at or after a time. */
  boolean losesAfter(int client, long nanos) {
    return losses.getOrDefault(client, List.of()).stream().anyMatch(at -> at >= nanos);
  }

  /** Whether a client lost a session within some time. */
  boolean losesWithin(int client, long fromNanos, long toNanos) {
    return losses.getOrDefault(client, List.of()).stream()
        .anyMatch(at -> at >= fromNanos && at <= toNanos);
  }

  /** Calls that failed with an error of input and output, of clients that lost no session. */
  public List<PlayedCall> unfounded() {
    return calls.stream()
        .filter(it -> it.fails(FsError.EIO) && !losses.containsKey(it.client()))
        .toList();
  }

  /** Whether a call that was answered has its effect for good. */
  boolean isLasting(PlayedCall change) {
    return !losesAfter(change.client(), change.calledNanos()) || isSynced(change);
  }

  private boolean isSynced(PlayedCall change) {
    for (PlayedCall each : calls) {
      boolean covers =
          switch (each.op()) {
            case FilesOp.SyncAll _ -> true;
            case FilesOp.Sync sync ->
                change.op() instanceof FilesOp.OfFile it && it.ino().equals(sync.ino());
            default -> false;
          };
      if (covers
          && each.client() == change.client()
          && each.calledNanos() > change.returnedNanos()
          && each.answer() instanceof FsAnswer.Done
          && !wasTold(change, each)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the client was told between a change and a sync that something is lost. */
  private boolean wasTold(PlayedCall change, PlayedCall sync) {
    return calls.stream()
        .anyMatch(it ->
            it.client() == change.client()
                && it.fails(FsError.EIO)
                && it.returnedNanos() >= change.calledNanos()
                && it.calledNanos() <= sync.returnedNanos());
  }

  /**
   * Whether the answer of a query may show changes of its client that are lost later.
   *
   * @param changes all changes of what it shows
   */
  boolean isDoubtful(PlayedCall query, List<PlayedCall> changes) {
    return losesAfter(query.client(), query.calledNanos())
        && changes.stream()
            .anyMatch(it ->
                it.client() == query.client()
                    && it.calledNanos() <= query.returnedNanos()
                    && !it.hasFailed()
                    && !isLasting(it));
  }
}
