package io.pando.network;

/**
 * Event loops and sockets that several clients of one program share. An application opens one with
 * {@code Pando.openNetwork}, and hands it to {@code Pando.connect}. Thread-safe.
 */
public interface SharedNetwork extends AutoCloseable {
  /** The carrier of messages, for the log, such as {@code epoll, 2 loops}. */
  String describe();

  /** Detaches all clients, stops the loops and waits until they have ended. */
  @Override
  void close();
}
