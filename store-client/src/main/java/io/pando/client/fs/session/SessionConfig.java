package io.pando.client.fs.session;

import io.pando.cluster.files.FileSystemId;
import io.pando.fs.session.ClientIdentity;
import io.pando.time.Backoff;

/**
 * Settings of a session.
 *
 * @param system the file system
 * @param rank which of its ranks
 * @param client who the client is
 * @param reopen delays before a connection is opened once more
 * @param openNanos time after which a server is asked once more to open the session
 * @param marginNanos how much earlier than its lease the client stops, for dropping the caches of
 *     kernels; less than the lease
 */
public record SessionConfig(
    FileSystemId system,
    int rank,
    ClientIdentity client,
    Backoff reopen,
    long openNanos,
    long marginNanos) {
  public SessionConfig {
    if (rank < 0 || openNanos < 1 || marginNanos < 0) {
      throw new IllegalArgumentException(
          "rank %d, opened within %d ns, margin of the lease %d ns"
              .formatted(rank, openNanos, marginNanos));
    }
  }
}
