package io.pando.bench.trial;

import io.pando.cli.command.BoundedWait;
import io.pando.cli.command.CommandContext;
import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.ConfigException;
import io.pando.client.Cluster;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.fs.call.OpenMode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Program of a process that writes to one file until it is killed, or the process that started it
 * has ended.
 */
final class WritingProcess {
  /** Line that it prints when {@link #KEPT} is durable and it has written more. */
  static final String READY = "writing";

  /** What it makes durable, at {@link #KEPT_AT}. */
  static final String KEPT = "durable";

  static final long KEPT_AT = 4096;

  private static final int MORE_BYTES = 4096;
  private static final Duration PAUSE = Duration.ofMillis(20);

  private WritingProcess() {}

  /** Arguments: the cluster's configuration, the name of a file system, the path of a new file. */
  public static void main(String[] args) throws ConfigException, IOException, InterruptedException {
    ClusterConfig config = ClusterConfig.read(Path.of(args[0]));
    try (Cluster cluster = CommandContext.connect(config);
        PandoFileSystem files = cluster.fileSystem(args[1]);
        PandoFile file = files.create(args[2], 0644, OpenMode.READ_WRITE)) {
      file.write(KEPT_AT, ByteBuffer.wrap(KEPT.getBytes(StandardCharsets.UTF_8)));
      file.sync();
      AtomicBoolean orphaned = new AtomicBoolean();
      Thread.ofPlatform().daemon().start(() -> awaitParentsEnd(orphaned));
      ByteBuffer more = ByteBuffer.wrap(new byte[MORE_BYTES]);
      long at = KEPT_AT + MORE_BYTES;
      while (!BoundedWait.until(PAUSE, PAUSE.toMillis(), orphaned::get)) {
        file.write(at, more);
        if (at == KEPT_AT + MORE_BYTES) {
          System.out.println(READY);
        }
        at += MORE_BYTES;
      }
    }
  }

  /** Standard input is a pipe without content; it ends with the process that made it. */
  private static void awaitParentsEnd(AtomicBoolean orphaned) {
    try {
      while (System.in.read() >= 0) {
        // What is written there means nothing.
      }
    } catch (IOException e) {
      System.err.println("standard input: " + e);
    } finally {
      orphaned.set(true);
    }
  }
}
