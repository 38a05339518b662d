package io.pando.mon.state;

import io.pando.cluster.ChangeOutcome;
import io.pando.id.NodeId;
import io.pando.probe.Limit;
import io.pando.probe.Probe;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Outcomes of requests, so that each request is carried out once: a requester that gets no answer
 * sends its request to another monitor, and the first copy may be proposed when the answer is long
 * known and the change undone. The method is that of client sessions in Raft (Ongaro 2014, section
 * 6.3), but without opening a session: the most recent requesters are remembered, and for each of
 * them the outcomes from the oldest request on of which it still wants an answer. Immutable.
 *
 * @param requesters in the order of their last requests, the newest last
 */
public record AnsweredRequests(List<Requester> requesters) {
  public static final AnsweredRequests NONE = new AnsweredRequests(List.of());

  /** Requesters remembered. Each command of an operator is one, and each incarnation of an OSD. */
  private static final Limit MAX_REQUESTERS =
      Limit.of("monitor: requesters whose requests are remembered", 32, 4_096);

  /** Requests remembered of one requester. */
  private static final Limit MAX_REQUESTS =
      Limit.of("monitor: requests of one requester that are remembered", 4, 256);

  /** Most characters remembered of an outcome's text for people. */
  private static final int MAX_TEXT = 1_000;

  /**
   * Remembered requests of one requester.
   *
   * @param floor requests with smaller numbers are refused
   * @param outcomes outcomes by request number
   */
  public record Requester(
      NodeId node, long nonce, long floor, SortedMap<Long, ChangeOutcome> outcomes) {
    public Requester {
      outcomes = Collections.unmodifiableSortedMap(new TreeMap<>(outcomes));
    }

    private boolean is(RequestOrigin origin) {
      return nonce == origin.nonce() && node.equals(origin.requester());
    }

    private Requester plus(RequestOrigin origin, ChangeOutcome outcome) {
      long oldest = Math.max(floor, Math.min(origin.oldest(), origin.number()));
      TreeMap<Long, ChangeOutcome> kept = new TreeMap<>(outcomes.tailMap(oldest));
      kept.put(origin.number(), shortened(outcome));
      while (kept.size() > MAX_REQUESTS.value()) {
        oldest = kept.pollFirstEntry().getKey() + 1;
      }
      return new Requester(node, nonce, oldest, kept);
    }
  }

  public AnsweredRequests {
    requesters = List.copyOf(requesters);
  }

  /**
   * The answer to a request that must not be carried out: its outcome if it was carried out before;
   * or that it comes too late, which leaves open whether it was carried out. Empty for a new
   * request.
   */
  public Optional<ChangeOutcome> answer(RequestOrigin origin) {
    return find(origin)
        .flatMap(requester -> {
          ChangeOutcome outcome = requester.outcomes().get(origin.number());
          if (outcome != null) {
            Probe.reached("monitor: a request that was answered comes again");
            return Optional.of(outcome);
          }
          if (origin.number() < requester.floor()) {
            Probe.reached("monitor: a request comes that its sender no longer awaits");
            return Optional.of(
                new ChangeOutcome.Unavailable(
                    "%s comes too late: the requester wants answers from %s on"
                        .formatted(origin, requester.floor())));
          }
          return Optional.empty();
        });
  }

  private Optional<Requester> find(RequestOrigin origin) {
    return requesters.stream().filter(requester -> requester.is(origin)).findFirst();
  }

  /**
   * Adds the outcome of a new request. The requester with the oldest last request may be dropped.
   */
  public AnsweredRequests plus(RequestOrigin origin, ChangeOutcome outcome) {
    Requester before =
        find(origin)
            .orElseGet(() -> new Requester(origin.requester(), origin.nonce(), 0, new TreeMap<>()));
    List<Requester> next = new ArrayList<>(requesters.size() + 1);
    for (Requester requester : requesters) {
      if (!requester.is(origin)) {
        next.add(requester);
      }
    }
    next.add(before.plus(origin, outcome));
    int tooMany = next.size() - MAX_REQUESTERS.value();
    if (tooMany > 0) {
      Probe.reached("monitor: a requester is forgotten");
      return new AnsweredRequests(next.subList(tooMany, next.size()));
    }
    return new AnsweredRequests(next);
  }

  private static ChangeOutcome shortened(ChangeOutcome outcome) {
    return switch (outcome) {
      case ChangeOutcome.Accepted(long epoch, String note) ->
          new ChangeOutcome.Accepted(epoch, shortened(note));
      case ChangeOutcome.Rejected(String reason) -> new ChangeOutcome.Rejected(shortened(reason));
      case ChangeOutcome.Unavailable(String reason) ->
          new ChangeOutcome.Unavailable(shortened(reason));
    };
  }

  private static String shortened(String text) {
    return text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "...";
  }
}
