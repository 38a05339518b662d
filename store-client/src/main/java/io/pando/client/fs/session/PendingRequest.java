package io.pando.client.fs.session;

import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest;

/** A request that was given to {@link FileRequests} and is kept there. */
public final class PendingRequest {
  private final long number;
  private final GivenRequest given;
  private final boolean ahead;

  /** Whether it was sent to any server. */
  boolean sent;

  /** Whether the server that has the session now has answered it. */
  boolean answered;

  /** Whether an answer was given to the caller. */
  boolean delivered;

  /** Whether any server has answered it. */
  boolean heard;

  /** Record of the journal that its newest answer named; 0 if it had none. */
  long record;

  /**
   * A request that was not sent.
   *
   * @param ahead whether its caller has an answer already
   */
  public PendingRequest(long number, GivenRequest given, boolean ahead) {
    this.number = number;
    this.given = given;
    this.ahead = ahead;
    this.delivered = ahead;
  }

  /** Its number in the session. */
  public long number() {
    return number;
  }

  /** What the caller asked for. */
  public GivenRequest given() {
    return given;
  }

  /** The number that the caller gave it. */
  public long call() {
    return given.call();
  }

  public Caller caller() {
    return given.caller();
  }

  public FsRequest request() {
    return given.request();
  }

  /** When it was called. */
  public Timestamp time() {
    return given.time();
  }

  /** Whether its caller was answered before it was sent. */
  public boolean isAhead() {
    return ahead;
  }

  public boolean isChange() {
    return request() instanceof FsRequest.Change;
  }
}
