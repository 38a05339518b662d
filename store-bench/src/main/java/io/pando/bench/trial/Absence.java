package io.pando.bench.trial;

import io.pando.cli.process.ProcessCluster;
import java.io.IOException;
import java.util.Locale;

/** Kind of absence of a daemon. */
public enum Absence {
  /** Its process is killed and restarted: it returns with empty memory. */
  KILLED,
  /** Its process is stopped (SIGSTOP), as if it were unreachable, and then continued. */
  PAUSED;

  /** Name in output. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Begins the absence of a daemon. */
  public void begin(ProcessCluster processes, String name) throws IOException {
    switch (this) {
      case KILLED -> processes.kill(name);
      case PAUSED -> processes.pause(name);
    }
  }

  /** Ends the absence of a daemon. */
  public void end(ProcessCluster processes, String name) throws IOException {
    switch (this) {
      case KILLED -> processes.startAgain(name);
      case PAUSED -> processes.resume(name);
    }
  }
}
