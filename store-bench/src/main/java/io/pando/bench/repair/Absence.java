package io.pando.bench.repair;

import io.pando.cli.process.ProcessCluster;
import java.io.IOException;
import java.util.Locale;

/** Kind of absence of a replica. */
enum Absence {
  /** Its process is killed and restarted: the replica returns with empty memory. */
  KILLED,
  /** Its process is stopped (SIGSTOP), as if it were unreachable, and then continued. */
  PAUSED;

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  void begin(ProcessCluster processes, String name) throws IOException {
    switch (this) {
      case KILLED -> processes.kill(name);
      case PAUSED -> processes.pause(name);
    }
  }

  void end(ProcessCluster processes, String name) throws IOException {
    switch (this) {
      case KILLED -> processes.startAgain(name);
      case PAUSED -> processes.resume(name);
    }
  }
}
