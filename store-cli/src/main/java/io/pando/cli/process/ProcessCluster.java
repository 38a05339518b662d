package io.pando.cli.process;

import io.pando.cli.config.ClusterConfig;
import io.pando.cli.config.MdsEntry;
import io.pando.cli.config.MonitorEntry;
import io.pando.cli.config.OsdEntry;
import io.pando.cli.machine.TimerSlack;
import io.pando.cli.output.LogSetup;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The daemons of a cluster on this machine, each in a process of its own. A process that ends by
 * itself is reported and not restarted. Thread-safe.
 */
public final class ProcessCluster implements AutoCloseable {
  private static final int MONITOR_HEAP_MIB = 512;
  private static final int MDS_HEAP_MIB = 1024;
  private static final long PATIENCE_SECONDS = 30;

  private final ClusterConfig config;
  private final PrintStream err;
  private final Map<String, Process> processes = new LinkedHashMap<>();
  private final Set<String> killed = new TreeSet<>();
  private final List<String> ended = new ArrayList<>();
  private final SortedMap<String, String> reasons = new TreeMap<>();
  private boolean stopping;

  /** Creates a cluster without starting its daemons. */
  public ProcessCluster(ClusterConfig config, PrintStream err) {
    this.config = config;
    this.err = err;
  }

  /** Starts all monitors. */
  public void startMonitors() throws IOException {
    for (MonitorEntry entry : config.monitors()) {
      start("mon", entry.id());
    }
  }

  /** Starts all OSDs; the cluster map must contain them. */
  public void startOsds() throws IOException {
    startOsds(new TreeMap<>());
  }

  /** Starts all OSDs except some. */
  public void startOsds(SortedMap<Integer, String> without) throws IOException {
    for (OsdEntry entry : config.osds()) {
      if (!without.containsKey(entry.id())) {
        start("osd", entry.id());
      }
    }
  }

  /** Starts all metadata servers. */
  public void startMetadataServers() throws IOException {
    for (MdsEntry entry : config.metadataServers()) {
      start("mds", entry.id());
    }
  }

  /**
   * Why a daemon that was started does not run any more: the last line of its output; empty if it
   * runs or was stopped on purpose.
   */
  public synchronized Optional<String> whyEnded(String name) {
    return Optional.ofNullable(reasons.get(name));
  }

  /** Daemons that ended by themselves, with the reason. */
  public synchronized List<String> ended() {
    return List.copyOf(ended);
  }

  /** Starts a daemon that was killed. */
  public void startAgain(String name) throws IOException {
    int dot = name.indexOf('.');
    start(name.substring(0, dot), Integer.parseInt(name.substring(dot + 1)));
  }

  /** Kills a daemon at once, as at a power failure. */
  public void kill(String name) {
    Process process = process(name);
    synchronized (this) {
      killed.add(name);
    }
    process.destroyForcibly();
    process.onExit().join();
  }

  /** Stops a daemon cleanly; it may be started again. */
  public void stop(String name) {
    Process process = process(name);
    synchronized (this) {
      killed.add(name);
    }
    stop(List.of(process));
  }

  /** The process of a running daemon. */
  public ProcessHandle handle(String name) {
    return process(name).toHandle();
  }

  /** Pauses a daemon (SIGSTOP): its peers get no answer. */
  public void pause(String name) throws IOException {
    signal(name, "STOP");
  }

  /** Resumes a paused daemon. */
  public void resume(String name) throws IOException {
    signal(name, "CONT");
  }

  private void signal(String name, String signal) throws IOException {
    String pid = String.valueOf(process(name).pid());
    int status = new ProcessBuilder("kill", "-" + signal, pid).start().onExit().join().exitValue();
    if (status != 0) {
      throw new IOException("kill -" + signal + " of " + name + " ended with status " + status);
    }
  }

  /** The running processes of monitors and OSDs. */
  public synchronized List<ProcessHandle> running() {
    return processes.values().stream().filter(Process::isAlive).map(Process::toHandle).toList();
  }

  /** Whether a daemon's process exists, paused or not. */
  public synchronized boolean isRunning(String name) {
    Process process = processes.get(name);
    return process != null && process.isAlive();
  }

  private synchronized Process process(String name) {
    Process process = processes.get(name);
    if (process == null || !process.isAlive()) {
      throw new IllegalStateException(name + " does not run");
    }
    return process;
  }

  private synchronized void start(String kind, int id) throws IOException {
    String name = kind + "." + id;
    Path logs = Files.createDirectories(config.file().resolveSibling("log"));
    // Output before its log is open and when it gives up: short, but collected over any number of
    // starts.
    Path log = logs.resolve(name + ".out");
    LogSetup.putAside(log, config.settings().log());
    String file = config.file().toString();
    String number = String.valueOf(id);
    String logFile = logs.resolve(name + ".log").toString();
    List<String> arguments = List.of(kind, "--id", number, "-c", file, "--log", logFile);
    List<String> line =
        switch (kind) {
          case "osd" -> JavaCommand.osd(config.settings().osd(), arguments);
          case "mds" -> JavaCommand.of(MDS_HEAP_MIB, arguments);
          default -> TimerSlack.monitor(JavaCommand.of(MONITOR_HEAP_MIB, arguments));
        };
    Process process =
        new ProcessBuilder(line)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .redirectErrorStream(true)
            .start();
    processes.put(name, process);
    reasons.remove(name);
    Thread.ofVirtual().start(() -> watch(name, process, log));
  }

  private void watch(String name, Process process, Path log) {
    int status = process.onExit().join().exitValue();
    synchronized (this) {
      if (stopping || killed.remove(name)) {
        return;
      }
      ended.add(name + " ended with status " + status);
      reasons.put(name, lastLine(log).orElse(name + " ended with status " + status));
    }
    err.println(
        ("pando: %s has ended with status %s; see %s and %s.log beside it. Start it again with: "
                + "pando %s -c %s")
            .formatted(name, status, log, name, name.replace(".", " --id "), config.file()));
  }

  private static Optional<String> lastLine(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      return lines
          .filter(line -> !line.isBlank())
          .reduce((before, last) -> last)
          .map(line -> line.replaceFirst("^pando: ", ""));
    } catch (IOException | UncheckedIOException unreadable) {
      return Optional.of(file + " cannot be read: " + unreadable.getMessage());
    }
  }

  /** Kills all daemons at once: this process is being stopped itself. */
  public synchronized void abandon() {
    stopping = true;
    processes.values().forEach(Process::destroyForcibly);
  }

  /**
   * Stops all running daemons cleanly: metadata servers first, since they write to OSDs, and
   * monitors last, so that they can mark the others down.
   */
  @Override
  public void close() {
    List<List<Process>> inOrder = new ArrayList<>();
    synchronized (this) {
      stopping = true;
      for (String kind : List.of("mds.", "osd.", "mon.")) {
        inOrder.add(
            processes.entrySet().stream()
                .filter(entry -> entry.getKey().startsWith(kind))
                .map(Map.Entry::getValue)
                .toList());
      }
    }
    inOrder.forEach(ProcessCluster::stop);
  }

  private static void stop(List<Process> processes) {
    processes.forEach(Process::destroy);
    for (Process process : processes) {
      try {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
        process.destroyForcibly();
      }
    }
  }
}
