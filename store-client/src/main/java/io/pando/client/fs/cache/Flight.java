package io.pando.client.fs.cache;

import io.pando.fs.inode.Timestamp;
import io.pando.fs.request.FsRequest;
import java.util.ArrayList;
import java.util.List;

/** A request between its submission and its answer, as the cache sees it. */
public final class Flight {
  final FsRequest request;

  /** When it was called. */
  final Timestamp time;

  /** When it began, in the order of events at the cache. */
  final long began;

  /** What it changes; empty for a query. */
  final List<CachedSubject> subjects;

  /** Whether its answer has arrived. */
  boolean settled;

  Flight(FsRequest request, Timestamp time, long began, List<CachedSubject> subjects) {
    this.request = request;
    this.time = time;
    this.began = began;
    this.subjects = new ArrayList<>(subjects);
  }
}
