package io.pando.bench.trial;

import io.pando.cli.command.UserError;
import io.pando.cli.process.JavaCommand;
import io.pando.client.Cluster;
import io.pando.client.file.PandoFile;
import io.pando.client.file.PandoFileSystem;
import io.pando.fs.call.OpenMode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Kills a client of a file system that writes to a file, and measures the time until another client
 * has opened the file, written to it, and made that durable. What the killed client made durable
 * must be there.
 */
final class ClientFailover implements AutoCloseable {
  private static final int HEAP_MIB = 256;

  private final TrialCluster trial;
  private final Cluster client;
  private final PandoFileSystem files;
  private int rounds;

  private ClientFailover(TrialCluster trial, Cluster client) {
    this.trial = trial;
    this.client = client;
    this.files = client.fileSystem(TrialRank.NAME);
  }

  /** Makes a file system in a cluster with metadata servers. */
  static ClientFailover prepare(TrialCluster trial) {
    Cluster client = trial.connect();
    TrialRank.create(trial, client, false).awaitServed();
    return new ClientFailover(trial, client);
  }

  Failover.Result round() throws IOException {
    String path = "/written-" + rounds++;
    Process writer = start(path);
    long nanos;
    try {
      awaitReady(writer);
      long beganNanos = System.nanoTime();
      writer.destroyForcibly();
      try (PandoFile file = files.open(path, OpenMode.READ_WRITE)) {
        file.write(0, ByteBuffer.wrap(path.getBytes(StandardCharsets.UTF_8)));
        file.sync();
        nanos = System.nanoTime() - beganNanos;
        checkKept(file);
      }
    } finally {
      writer.destroyForcibly();
      writer.onExit().join();
    }
    return new Failover.Result("process " + writer.pid(), nanos);
  }

  private Process start(String path) throws IOException {
    List<String> line =
        JavaCommand.ofProgram(
            WritingProcess.class.getName(),
            HEAP_MIB,
            List.of(trial.config().file().toString(), TrialRank.NAME, path));
    return new ProcessBuilder(line).redirectError(errors().toFile()).start();
  }

  private Path errors() {
    return trial.folder().resolve("writer.out");
  }

  private void awaitReady(Process writer) throws IOException {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(writer.getInputStream(), StandardCharsets.UTF_8));
    String line = lines.readLine();
    if (!WritingProcess.READY.equals(line)) {
      trial.keep();
      throw UserError.failed("the client that is to be killed does not write: see " + errors());
    }
  }

  private static void checkKept(PandoFile file) {
    byte[] kept = file.read(WritingProcess.KEPT_AT, WritingProcess.KEPT.length()).toByteArray();
    if (!new String(kept, StandardCharsets.UTF_8).equals(WritingProcess.KEPT)) {
      throw UserError.failed("bytes that the killed client made durable are lost: " + file.path());
    }
  }

  @Override
  public void close() {
    files.close();
    client.close();
  }
}
