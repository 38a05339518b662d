package io.pando.testkit;

import io.pando.cli.daemon.DaemonLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the reasons why daemons failed; the process continues. Thread-safe. */
final class FatalErrors implements DaemonLog {
  private static final Logger LOG = LoggerFactory.getLogger(FatalErrors.class);

  private final List<String> all = new CopyOnWriteArrayList<>();

  @Override
  public void note(String daemon, String what) {
    LOG.info("{}: {}", daemon, what);
  }

  @Override
  public void fatal(String daemon, String why) {
    LOG.error("{}: {}", daemon, why);
    all.add(daemon + ": " + why);
  }

  /** The reasons so far. */
  List<String> all() {
    return List.copyOf(all);
  }
}
