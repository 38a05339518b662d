package io.pando.cli.command.repair;

import io.pando.cli.daemon.ProcessCluster;
import java.io.IOException;
import java.util.Locale;

/** How a replica is away. */
enum Absence {
  /** Its process is killed, and started again: it comes back with nothing in memory. */
  KILLED,
  /** Its process stands still, as if it could not be reached, and goes on. */
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
