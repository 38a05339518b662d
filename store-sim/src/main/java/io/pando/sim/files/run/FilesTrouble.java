package io.pando.sim.files.run;

import java.util.Locale;

/** What goes wrong in a run of the profile {@code files}. */
enum FilesTrouble {
  /** A metadata server is killed, and starts again later. */
  SERVER_KILL,
  /** The machine of a metadata server loses power. */
  SERVER_POWER_LOSS,
  /** A metadata server that cannot write its journal loses power after a while. */
  UNWRITTEN_JOURNAL,
  /** A metadata server is stopped for a while, as by SIGSTOP. */
  SERVER_PAUSE,
  /** An operator stops a metadata server. */
  SERVER_STOP,
  /** A metadata server does not reach the monitors, the OSDs or the clients. */
  SERVER_CUT,
  /** Connections between metadata servers and clients are reset. */
  RESET,
  /** Messages between metadata servers and clients are slow. */
  SLOW_LINKS,
  /** A client does not reach the metadata servers, for longer than its lease. */
  CLIENT_CUT,
  /** A client reaches no other node, for longer than its lease. */
  CLIENT_ISOLATED,
  /** A client is stopped for a while. */
  CLIENT_PAUSE,
  /** A client is killed, and another one takes its place. */
  CLIENT_KILL,
  /** An operator evicts a client, whose requests to OSDs are slow. */
  EVICTION,
  /** An OSD is killed, and starts again later. */
  OSD_CRASH,
  /** The disks of the OSDs are slow. */
  SLOW_DISKS,
  /** A monitor is killed, and starts again later. */
  MONITOR_CRASH;

  /** Name for people. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
