package io.pando.sim.run;

import io.pando.cluster.Change;
import io.pando.cluster.release.Release;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;

/**
 * Upgrades and downgrades of daemons, one at a time, between this release and one that follows it.
 * Both behave the same; only the number differs. An operator requires the newer one at any time,
 * often too early. At the end all daemons run the newer one.
 */
final class UpgradeTroubles {
  private static final int OLDER = Release.current().number();
  private static final int NEWER = OLDER + 1;

  private final Site site;
  private final SimCluster cluster;
  private final Random64 random;

  UpgradeTroubles(Site site) {
    this.site = site;
    this.cluster = site.cluster();
    this.random = site.random();
  }

  void strike() {
    switch (random.nextInt(7)) {
      case 0 -> site.order(new Change.RequireRelease(NEWER));
      case 1 -> upgradeAll();
      case 2 -> {
        int monitor = random.nextInt(site.plan().shape().monitors());
        cluster.releaseOfMonitor(monitor, drawRelease());
        site.later(
            "upgrade mon." + monitor,
            site.drawNanos(),
            () -> cluster.releaseOfMonitor(monitor, NEWER));
      }
      default -> {
        int osd = site.drawOsd();
        cluster.releaseOfOsd(osd, drawRelease());
        site.stop(osd, site.drawNanos());
        site.later("upgrade osd." + osd, 2 * site.drawNanos(), () -> upgrade(osd));
      }
    }
  }

  /** As an operator does it, but all at once; the newer release is required some time later. */
  private void upgradeAll() {
    for (int monitor = 0; monitor < site.plan().shape().monitors(); monitor++) {
      cluster.releaseOfMonitor(monitor, NEWER);
    }
    for (int osd = 0; osd < cluster.size(); osd++) {
      upgrade(osd);
    }
    site.later(
        "require the newer release",
        site.drawNanos(),
        () -> site.order(new Change.RequireRelease(NEWER)));
  }

  private int drawRelease() {
    return random.nextBoolean() ? OLDER : NEWER;
  }

  /** An OSD of the older release may not have come up. */
  private void upgrade(int osd) {
    cluster.releaseOfOsd(osd, NEWER);
    if (cluster.isAlive(osd)) {
      cluster.crashOsd(osd);
      site.restart(osd);
    }
  }
}
