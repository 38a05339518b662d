package io.pando.sim.plan;

import io.pando.osd.config.OsdConfig;
import io.pando.osd.pg.op.AttributeLimits;
import io.pando.osd.pg.op.OpLimits;
import io.pando.random.Random64;
import io.pando.sim.plan.Knobs.Part;
import io.pando.sim.workload.WorkingClient;
import java.util.ArrayList;
import java.util.List;

/**
 * Low limits on clients' requests and on operations in flight, which the work of a run reaches:
 * objects of some kilobytes, a few entries and attributes. Each limit is as in production in about
 * half of the runs.
 */
final class LowBounds {
  /** More than the largest object of a worker. */
  private static final int MOST_OBJECT_BYTES = 100_000;

  private final Random64 random;

  LowBounds(Random64 random) {
    this.random = random;
  }

  Plan on(Plan plan) {
    Knobs knobs =
        plan.knobs()
            .with(Part.GROUP, "limits", operationLimits())
            .with(Part.CLIENT, "maxInFlight", 1 + random.nextInt(2))
            .with(Part.CLIENT, "maxQueued", random.nextInt(2));
    OsdConfig usual = OsdConfig.defaults();
    knobs =
        knobs
            .with(
                Part.OSD,
                "maxClientBytes",
                orUsual(1, MOST_OBJECT_BYTES, usual.limits().maxClientBytes()))
            .with(Part.OSD, "maxClientOps", (int) orUsual(8, 64, usual.limits().maxClientOps()))
            .with(
                Part.OSD,
                "maxHeldBytes",
                orUsual(100, MOST_OBJECT_BYTES, usual.limits().maxHeldBytes()));
    Plan low = plan.with(knobs).with(pipelined(plan.work()));
    // Slow reads make others wait.
    return random.nextBoolean() ? Strain.SLOW_DISKS.on(low, random) : low;
  }

  /** With only one operation in flight, a client would never reach its limits. */
  private List<Plan.Work> pipelined(List<Plan.Work> work) {
    List<Plan.Work> all = new ArrayList<>();
    for (Plan.Work one : work) {
      WorkingClient.Job job = one.job();
      all.add(
          random.nextBoolean()
              ? one
              : new Plan.Work(
                  job.withWindow(Math.max(job.pace().window(), 2 + random.nextInt(3))),
                  one.patience()));
    }
    return all;
  }

  private OpLimits operationLimits() {
    OpLimits usual = OpLimits.defaults();
    AttributeLimits attributes = usual.attributes();
    return new OpLimits(
        usual.maxOps(),
        orUsual(500, MOST_OBJECT_BYTES, usual.maxObjectBytes()),
        new OpLimits.TransferLimits(
            usual.transfer().maxReadBytes(),
            (int) orUsual(500, MOST_OBJECT_BYTES, usual.transfer().maxWriteBytes())),
        new AttributeLimits(
            (int) orUsual(1, 4, attributes.maxCount()),
            attributes.maxNameBytes(),
            (int) orUsual(10, 500, attributes.maxBytes()),
            (int) orUsual(10, 500, attributes.maxTotalBytes())),
        new OpLimits.EntryLimits(
            (int) orUsual(10, 500, usual.entries().maxEntryBytes()),
            usual.entries().maxKeyBytes(),
            (int) orUsual(1, 6, usual.entries().maxKeys()),
            (int) orUsual(1, 12, usual.entries().maxPageEntries()),
            (int) orUsual(1, 1_000, usual.entries().maxPageBytes())),
        (int) orUsual(1, 1_000, usual.maxResultBytes()));
  }

  private long orUsual(long least, long most, long usual) {
    return random.nextBoolean() ? usual : random.between(least, most);
  }
}
