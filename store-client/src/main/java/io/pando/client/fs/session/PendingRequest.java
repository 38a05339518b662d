package io.pando.client.fs.session;

import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest;

/** A request that was given to {@link FileRequests} and is kept there. */
public final class PendingRequest {
  private final long number;
  private final long call;
  private final Caller caller;
  private final FsRequest request;

  /** Whether it was sent to any server. */
  boolean sent;

  /** Whether the server that has the session now has answered it. */
  boolean answered;

  /** Whether an answer was given to the caller. */
  boolean delivered;

  /** Record of the journal that its newest answer named; 0 if it had none. */
  long record;

  PendingRequest(long number, long call, Caller caller, FsRequest request) {
    this.number = number;
    this.call = call;
    this.caller = caller;
    this.request = request;
  }

  /** Its number in the session. */
  public long number() {
    return number;
  }

  /** The number that the caller gave it. */
  public long call() {
    return call;
  }

  public Caller caller() {
    return caller;
  }

  public FsRequest request() {
    return request;
  }

  public boolean isChange() {
    return request instanceof FsRequest.Change;
  }
}
