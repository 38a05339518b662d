package io.pando.mds.update;

/**
 * Key of a row of the session table, in the order of its fields.
 *
 * @param session number of the session, unsigned
 * @param request number of a request of the session, at least 1; 0 for the session itself
 */
public record SessionKey(long session, long request) implements Comparable<SessionKey> {
  public SessionKey {
    if (request < 0) {
      throw new IllegalArgumentException("not a number of a request: " + request);
    }
  }

  /** The key of a session itself. */
  public static SessionKey of(long session) {
    return new SessionKey(session, 0);
  }

  public boolean isOfSession() {
    return request == 0;
  }

  @Override
  public int compareTo(SessionKey other) {
    int bySession = Long.compareUnsigned(session, other.session);
    return bySession != 0 ? bySession : Long.compare(request, other.request);
  }
}
