package io.pando.sim.check;

import io.pando.op.ObjectOp;
import java.util.ArrayList;
import java.util.List;

/**
 * Records calls of clients and their outcomes. Thread-safe. Callers pass the time: of a single
 * clock, read before the call is made and after the answer has arrived.
 */
public final class History {
  private final List<Call> calls = new ArrayList<>();
  private final SharedPayloads payloads = new SharedPayloads();
  private final List<Listed> listings = new ArrayList<>();

  /** A call that was made. */
  public final class Call {
    private final String client;
    private final String object;
    private final long callNanos;
    private final List<ObjectOp> ops;
    private ClientCall operation;
    private String endedSession = "";

    private Call(String client, String object, long callNanos, List<ObjectOp> ops) {
      this.client = client;
      this.object = object;
      this.callNanos = callNanos;
      this.ops = ops;
      this.operation =
          new ClientCall(
              client,
              object,
              callNanos,
              ClientCall.NEVER,
              ops,
              new CallOutcome.Unknown("no answer"));
    }

    /**
     * The client makes the call with a map that fences another session.
     *
     * @param session name of the fenced client
     */
    public void endsSession(String session) {
      synchronized (calls) {
        endedSession = session;
      }
    }

    /** The client has received the outcome; called once. */
    public void ended(long nanos, CallOutcome ending) {
      synchronized (calls) {
        operation = new ClientCall(client, object, callNanos, nanos, ops, payloads.shared(ending));
      }
    }
  }

  /** A client makes a call now. Until {@link Call#ended}, its outcome is unknown. */
  public Call called(String client, String object, long nanos, List<ObjectOp> ops) {
    Call call = new Call(client, object, nanos, ops);
    synchronized (calls) {
      payloads.learn(ops);
      calls.add(call);
    }
    return call;
  }

  /** A client has read a whole listing. */
  public void listed(Listed listing) {
    synchronized (listings) {
      listings.add(listing);
    }
  }

  /** All operations so far, in the order in which the calls were recorded. */
  public List<ClientCall> operations() {
    synchronized (calls) {
      return calls.stream().map(call -> call.operation).toList();
    }
  }

  /** The answers so far to calls that were made with a map that fences another session. */
  public List<FencePoint> fencePoints() {
    synchronized (calls) {
      return calls.stream()
          .filter(call -> !call.endedSession.isEmpty() && call.operation.isKnown())
          .map(call -> new FencePoint(call.endedSession, call.operation))
          .toList();
    }
  }

  /** All whole listings so far. */
  public List<Listed> listings() {
    synchronized (listings) {
      return List.copyOf(listings);
    }
  }
}
