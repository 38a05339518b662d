package io.pando.mds.rank;

import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** Which connection a session has. */
final class SessionConnections {
  private final SortedMap<Long, Long> sessionOf = new TreeMap<>();
  private final SortedMap<Long, Long> connectionOf = new TreeMap<>();

  /** A session continues over a connection; returns the one that it had before. */
  OptionalLong bind(long session, long connection) {
    Long before = connectionOf.put(session, connection);
    if (before != null) {
      sessionOf.remove(before);
    }
    sessionOf.put(connection, session);
    return before == null || before == connection ? OptionalLong.empty() : OptionalLong.of(before);
  }

  OptionalLong sessionOf(long connection) {
    Long session = sessionOf.get(connection);
    return session == null ? OptionalLong.empty() : OptionalLong.of(session);
  }

  OptionalLong connectionOf(long session) {
    Long connection = connectionOf.get(session);
    return connection == null ? OptionalLong.empty() : OptionalLong.of(connection);
  }

  /** A connection ended. */
  void onClosed(long connection) {
    Long session = sessionOf.remove(connection);
    if (session != null) {
      connectionOf.remove(session);
    }
  }

  /** A session ended; returns its connection. */
  OptionalLong unbind(long session) {
    OptionalLong connection = connectionOf(session);
    connection.ifPresent(this::onClosed);
    return connection;
  }
}
