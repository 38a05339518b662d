package io.pando.cli.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.output.Json;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers questions on a daemon's socket, which only the daemon's user may use. A question is a
 * line with its name, and the answer is JSON. Each connection has a virtual thread, a limited time,
 * and one question.
 */
public final class DaemonSocket implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DaemonSocket.class);
  private static final int MOST_CONNECTIONS = 8;
  private static final int MOST_QUESTION_BYTES = 256;
  private static final long LIMIT_SECONDS = 15;

  /** A question that a daemon can be asked. */
  @FunctionalInterface
  public interface Question {
    /** The answer, which is written as JSON; the message of a failure is told to the asker. */
    Object answer() throws IOException;
  }

  private final String daemon;
  private final Path path;
  private final ServerSocketChannel server;
  private final SortedMap<String, Question> questions;
  private final Semaphore connections = new Semaphore(MOST_CONNECTIONS);

  private DaemonSocket(
      String daemon, Path path, ServerSocketChannel server, SortedMap<String, Question> questions) {
    this.daemon = daemon;
    this.path = path;
    this.server = server;
    this.questions = questions;
  }

  /**
   * Opens the socket of a daemon.
   *
   * @param questions what the daemon can be asked; an answer is written as JSON
   */
  public static DaemonSocket open(
      ClusterConfig config, String daemon, Map<String, Question> questions) throws IOException {
    Path path = SocketPath.of(config, daemon);
    SocketPath.makeFolder(path);
    // The daemon holds the lock of its data, so a socket that is there belongs to one that ended.
    Files.deleteIfExists(path);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    boolean complete = false;
    try {
      server.bind(UnixDomainSocketAddress.of(path));
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
      DaemonSocket socket = new DaemonSocket(daemon, path, server, new TreeMap<>(questions));
      Thread.ofVirtual().name("socket-" + daemon).start(socket::accept);
      complete = true;
      return socket;
    } finally {
      if (!complete) {
        server.close();
      }
    }
  }

  private void accept() {
    while (server.isOpen()) {
      try {
        SocketChannel channel = server.accept();
        if (connections.tryAcquire()) {
          Thread.ofVirtual().name("question-" + daemon).start(() -> serve(channel));
        } else {
          channel.close();
        }
      } catch (IOException closed) {
        if (server.isOpen()) {
          LOG.warn("{}: its socket {} is closed: {}", daemon, path, closed.toString());
          return;
        }
      }
    }
  }

  private void serve(SocketChannel channel) {
    CompletableFuture.delayedExecutor(LIMIT_SECONDS, TimeUnit.SECONDS).execute(() -> end(channel));
    try {
      write(channel, answer(readLine(channel)));
    } catch (IOException gone) {
      LOG.debug("{}: a question was not answered: {}", daemon, gone.toString());
    } finally {
      end(channel);
      connections.release();
    }
  }

  private static void end(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException broken) {
      LOG.debug("a connection was not closed: {}", broken.toString());
    }
  }

  private static String readLine(SocketChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(MOST_QUESTION_BYTES);
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      String text = new String(bytes.array(), 0, bytes.position(), UTF_8);
      if (text.indexOf('\n') >= 0) {
        return text.substring(0, text.indexOf('\n')).strip();
      }
    }
    throw new IOException("no question of at most " + MOST_QUESTION_BYTES + " bytes came");
  }

  private String answer(String question) {
    Question source = questions.get(question);
    if (source == null) {
      return error(
          "%s does not know '%s'; it knows %s".formatted(daemon, question, questions.keySet()));
    }
    try {
      return Json.text(source.answer());
    } catch (IOException failure) {
      return error(daemon + " cannot answer '" + question + "': " + failure.getMessage());
    }
  }

  private static String error(String what) {
    return Json.text(new Json().put(DaemonQuestion.ERROR, what));
  }

  private static void write(SocketChannel channel, String answer) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap((answer + "\n").getBytes(UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() {
    try {
      server.close();
      Files.deleteIfExists(path);
    } catch (IOException failure) {
      LOG.warn("{}: its socket {} remains: {}", daemon, path, failure.toString());
    }
  }
}
