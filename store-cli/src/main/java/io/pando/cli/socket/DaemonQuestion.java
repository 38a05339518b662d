package io.pando.cli.socket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pando.cli.config.ClusterConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A question to a daemon on this machine, over its socket. */
public final class DaemonQuestion {
  /** Member of an answer that says why there is none. */
  static final String ERROR = "error";

  private static final int BUFFER_BYTES = 64 << 10;

  private DaemonQuestion() {}

  /**
   * Asks a daemon and waits for the answer.
   *
   * @throws IOException if there is no answer; the message names the cause and the remedy
   */
  public static JsonNode ask(ClusterConfig config, String daemon, String question)
      throws IOException {
    Path path = SocketPath.of(config, daemon);
    if (!Files.exists(path)) {
      throw new IOException(
          "%s does not run on this machine, or not as this user: there is no socket %s"
              .formatted(daemon, path));
    }
    JsonNode answer;
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(path));
      channel.write(ByteBuffer.wrap((question + "\n").getBytes(UTF_8)));
      answer = new JsonMapper().readTree(readAll(channel));
    } catch (AccessDeniedException denied) {
      throw new IOException(path + " is for the user of " + daemon + " alone: ask as that", denied);
    } catch (IOException failure) {
      throw new IOException(
          "%s does not answer at %s (%s): is it running?"
              .formatted(daemon, path, failure.getMessage()),
          failure);
    }
    if (answer.has(ERROR)) {
      throw new IOException(answer.get(ERROR).asString());
    }
    return answer;
  }

  private static byte[] readAll(SocketChannel channel) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    while (channel.read(buffer) >= 0) {
      all.write(buffer.array(), 0, buffer.position());
      buffer.clear();
    }
    return all.toByteArray();
  }
}
