package io.pando.client.fs.session;

import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsRequest;

/**
 * A request as its caller gave it.
 *
 * @param call number that the caller gave it
 * @param time of the call, by the clock of this machine: becomes the time of a change
 */
public record GivenRequest(long call, Caller caller, FsRequest request, Timestamp time) {
  /** A query, whose time does not matter. */
  public static GivenRequest ofQuery(long call, Caller caller, FsRequest.Query query) {
    return new GivenRequest(call, caller, query, Timestamp.EPOCH);
  }
}
