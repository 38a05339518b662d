package io.pando.osd;

import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.cluster.ClusterMap;
import io.pando.osd.config.OsdConfig;
import io.pando.osd.config.OsdIdentity;
import io.pando.osd.shard.UpMark;
import io.pando.port.EventLoop;
import io.pando.random.Random64;
import io.pando.session.MonitorSession;

/**
 * Requests from the monitors that they mark this incarnation up. Requests it again whenever the map
 * does not have the incarnation up, or the mark is older than the last map that came whole ({@link
 * UpMark}). Puts a new OSD into CRUSH. Retries with back-off until it succeeds, and logs why it
 * does not.
 */
final class BootSequence {
  private final OsdConfig config;
  private final OsdIdentity self;
  private final int shards;
  private final EventLoop loop;
  private final MonitorSession session;
  private final Random64 random;
  private final DaemonHost host;
  private final UpMark upMark;
  private boolean asking;
  private boolean placing;
  private boolean stopped;
  private int failures;
  private boolean wasUp;
  private String lastReason = "";

  BootSequence(
      OsdConfig config,
      OsdIdentity self,
      int shards,
      MonitorSession.Link link,
      MonitorSession session,
      BootHost by) {
    this.config = config;
    this.self = self;
    this.shards = shards;
    this.loop = link.loop();
    this.session = session;
    this.random = by.random();
    this.host = by.host();
    this.upMark = by.upMark();
  }

  /**
   * Random source of the delays, receiver of log lines, and the up mark that the boot must reach.
   */
  record BootHost(Random64 random, DaemonHost host, UpMark upMark) {}

  /**
   * Requests a boot or a place in CRUSH if the newest map calls for it. Called for each newer map,
   * and when another attempt is due.
   */
  void consider() {
    ClusterMap map = session.map();
    if (stopped || map == null) {
      return;
    }
    if (upMark.isValidIn(map)) {
      failures = 0;
      wasUp = true;
      place(map);
      return;
    }
    if (wasUp) {
      wasUp = false;
      host.note(self.id() + why(map) + ": it serves no client until it is marked up again");
    }
    if (!asking) {
      asking = true;
      session.request(
          new Change.Boot(
              self.id(), self.identity(), self.address(), shards, upMark.since(), self.release()),
          this::onOutcome);
    }
  }

  private String why(ClusterMap map) {
    return map.isUp(self.id(), self.nonce())
        ? " missed map updates up to epoch " + upMark.since()
        : " was marked down in epoch " + map.epoch() + " or before, although it is alive";
  }

  void stop() {
    stopped = true;
  }

  private void onOutcome(ChangeOutcome outcome) {
    switch (outcome) {
      case ChangeOutcome.Accepted _ -> lastReason = "";
      case ChangeOutcome.Rejected rejected -> complain(rejected.reason());
      case ChangeOutcome.Unavailable unavailable -> complain(unavailable.reason());
    }
    failures++;
    loop.schedule(
        config.liveness().booting().delayNanos(failures, random),
        () -> {
          asking = false;
          consider();
        });
  }

  private void complain(String reason) {
    if (!reason.equals(lastReason)) {
      lastReason = reason;
      host.note(self.id() + " cannot boot yet: " + reason);
    }
  }

  private void place(ClusterMap map) {
    boolean placed = !map.crush().parentsOf(self.id().value()).isEmpty();
    if (placed || placing || config.place().location().isEmpty()) {
      return;
    }
    placing = true;
    session.request(
        new Change.PlaceInCrush(
            self.id().toString(), config.place().weight(), config.place().location()),
        outcome -> {
          placing = false;
          if (outcome instanceof ChangeOutcome.Rejected rejected) {
            host.note(self.id() + " is not added to the CRUSH map: " + rejected.reason());
          } else {
            loop.schedule(config.liveness().booting().delayNanos(1, random), this::consider);
          }
        });
  }
}
