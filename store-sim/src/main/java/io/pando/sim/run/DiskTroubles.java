package io.pando.sim.run;

import static io.pando.sim.SimCluster.SECOND;

import io.pando.cluster.Change;
import io.pando.cluster.ClusterFlag;
import io.pando.id.OsdId;
import io.pando.random.Random64;
import io.pando.sim.Fault;
import io.pando.sim.SimCluster;
import io.pando.sim.disk.DiskFault;
import io.pando.sim.plan.Trouble;
import java.util.ArrayList;
import java.util.List;

/**
 * Faults of disks. Faults that could legitimately lose data are avoided: bytes are corrupted for
 * good on one OSD only, and only if an update must be acknowledged by more than one OSD; a disk is
 * lost only while all groups are clean, and not in a run in which bytes are corrupted too.
 */
final class DiskTroubles {
  private final Site site;
  private final SimCluster cluster;
  private final Random64 random;

  /** The only OSD on which bytes are corrupted. */
  private final int spoilt;

  DiskTroubles(Site site) {
    this.site = site;
    this.cluster = site.cluster();
    this.random = site.random();
    this.spoilt = site.drawOsd();
  }

  void slow() {
    long extra = random.between(SECOND / 1000, SECOND / 2);
    begin(site.drawOsd(), new DiskFault.Slow(extra));
  }

  /**
   * Fills a disk: for a short time, for long enough that reserved blocks are used up, or while the
   * OSD's data returns.
   */
  void full() {
    DiskFault what = random.nextBoolean() ? new DiskFault.Full() : new DiskFault.FullOfData();
    switch (random.nextInt(3)) {
      case 0 -> fillUp(site.drawOsd(), what);
      case 1 -> begin(site.drawOsd(), what, random.between(3 * SECOND, 8 * SECOND));
      default -> begin(site.drawOsd(), what);
    }
  }

  void fail() {
    begin(site.drawOsd(), new DiskFault.FailingWrites());
  }

  void failReads() {
    if (!maySpoil()) {
      return;
    }
    switch (random.nextInt(4)) {
      case 0 -> failReadsEverywhere();
      case 1 -> {
        bequeath();
        failReads(spoilt);
      }
      default -> failReads(spoilt);
    }
  }

  private void failReads(int osd) {
    begin(osd, new DiskFault.FailingReads(1 + random.nextInt(20)));
  }

  /**
   * Makes reads fail on all OSDs for a while; no data may be lost. Writes are paused meanwhile: a
   * write to a part of an unreadable block loses the rest of the block, and here the same block
   * could be lost on every OSD.
   */
  private void failReadsEverywhere() {
    site.putAllRight();
    if (!cluster.awaitClean(site.client(), 60 * SECOND)) {
      return;
    }
    site.order(new Change.SetFlag(ClusterFlag.PAUSEWR, true));
    cluster.world().runFor(2 * SECOND);
    long nanos = site.drawNanos();
    if (site.client().admin().map().flags().contains(ClusterFlag.PAUSEWR)) {
      DiskFault what = new DiskFault.FailingReads(2 + random.nextInt(2));
      for (int osd = 0; osd < cluster.size(); osd++) {
        begin(osd, what, nanos);
      }
    }
    site.later(
        "unset pausewr", nanos, () -> site.insist(new Change.SetFlag(ClusterFlag.PAUSEWR, false)));
  }

  /**
   * Makes the OSD with corrupted bytes the only source of the updates that a second OSD missed
   * while it was dead, by killing a third OSD.
   */
  private void bequeath() {
    int late = other();
    int early = other();
    if (late == early) {
      return;
    }
    site.crash(late, random.between(SECOND / 5, 2 * SECOND));
    cluster.world().runFor(random.between(SECOND / 5, 2 * SECOND));
    site.crash(early, site.drawNanos());
    site.restart(late);
  }

  private int other() {
    int osd = site.drawOsd();
    return osd == spoilt ? (osd + 1) % cluster.size() : osd;
  }

  void flipBits() {
    if (maySpoil() && cluster.isAlive(spoilt)) {
      for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
        cluster.disks().damageAny(spoilt);
      }
    }
  }

  void lose() {
    if (!mayLose()) {
      return;
    }
    site.putAllRight();
    if (cluster.awaitClean(site.client(), 60 * SECOND)) {
      cluster.replaceDisks(site.client(), site.drawOsd());
    }
  }

  /**
   * Several OSDs have no space, on disks of their own or in a file system that other users filled,
   * possibly while data moves to them. OSDs that are killed or stopped meanwhile lack updates when
   * they return, and have no space for them.
   */
  void exhaust() {
    if (random.oneIn(3)) {
      int osd = site.drawOsd();
      if (random.nextBoolean()) {
        // The OSD is still removing its old copies when the groups return to it.
        long extra = random.between(SECOND / 5, SECOND);
        begin(osd, new DiskFault.Slow(extra), random.between(4 * SECOND, 10 * SECOND));
      }
      fillUp(osd, drawLackOfRoom());
      return;
    }
    List<Integer> full = new ArrayList<>();
    for (int count = 1 + random.nextInt(cluster.size()); count > 0; count--) {
      int osd = site.drawOsd();
      begin(osd, drawLackOfRoom());
      full.add(osd);
    }
    if (random.nextBoolean()) {
      boolean _ = site.empty(site.drawOsd());
    }
    cluster.world().runFor(random.between(0, SECOND));
    for (int osd : full) {
      switch (random.nextInt(4)) {
        case 0 -> site.stop(osd, site.drawNanos());
        case 1, 2 -> site.crash(osd, site.drawNanos() / 2);
        default -> {
          // The OSD waits for space.
        }
      }
    }
  }

  /** An OSD has given its data away, and runs out of space when the data returns, or before. */
  private void fillUp(int osd, DiskFault what) {
    if (!site.empty(osd)) {
      return;
    }
    cluster.world().runFor(random.between(0, 8 * SECOND));
    boolean before = random.nextBoolean();
    long nanos = random.between(SECOND, 8 * SECOND);
    if (before) {
      begin(osd, what, nanos);
    }
    site.fill(osd);
    cluster.world().runFor(random.between(0, 2 * SECOND));
    if (!before) {
      begin(osd, what, nanos);
    }
    if (random.nextBoolean()) {
      cluster.world().runFor(random.between(0, SECOND));
      site.stop(osd, site.drawNanos());
    }
  }

  private DiskFault drawLackOfRoom() {
    return random.oneIn(3) ? new DiskFault.Full() : new DiskFault.Exhausted(random.nextBoolean());
  }

  /** The power fails at the next log segment: most OSDs reach it soon, the others stay alive. */
  void goDarkAtSegment() {
    begin(site.drawOsd(), new DiskFault.DarkAtSegment());
  }

  /** Whether all acknowledged updates survive the loss of one disk while all groups are clean. */
  boolean mayLose() {
    return maySpoil() && site.plan().events().troubles().stream().noneMatch(this::spoils);
  }

  private boolean maySpoil() {
    return site.plan().pool().survivesLoss();
  }

  private boolean spoils(Trouble trouble) {
    return trouble == Trouble.BIT_FLIPS || trouble == Trouble.FAILING_READS;
  }

  /**
   * Begins a fault. A daemon whose disk fails ends by itself, and is restarted once the disk is
   * repaired.
   */
  private void begin(int osd, DiskFault what) {
    begin(osd, what, site.drawNanos());
  }

  private void begin(int osd, DiskFault what, long nanos) {
    Fault fault = new Fault.Disk(new OsdId(osd), what);
    cluster.apply(fault);
    site.later(
        fault.toString(),
        nanos,
        () -> {
          cluster.lift(fault);
          site.restart(osd);
        });
  }
}
