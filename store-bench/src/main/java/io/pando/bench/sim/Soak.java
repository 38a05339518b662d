package io.pando.bench.sim;

import io.pando.bench.sim.SoakSummary.Part;
import io.pando.sim.plan.Profile;
import io.pando.sim.run.RunOutcome;
import io.pando.sim.run.TraceView;
import io.pando.sim.world.SimTrace;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs the kept seeds of several profiles, then fresh seeds of each for a given time: half of that
 * time for the swarm profile, equal parts of the rest for the others. Used by one thread; {@link
 * #stop} by any thread.
 */
final class Soak {
  private static final int LAST_MOMENTS = 60;

  private final Order order;
  private final LongSupplier cpuNanos;
  private final BiConsumer<Campaign, RunOutcome> onOutcome;
  private final Consumer<Part> onPart;
  private volatile boolean stopped;
  private volatile @Nullable Running running;

  private record Running(
      Campaign campaign, Profile profile, boolean fresh, long first, long cpuNanosBefore) {}

  /**
   * What to run.
   *
   * @param profiles profiles, in this order
   * @param kept seeds that every soak runs
   * @param firstFresh first fresh seed; the following ones come after it
   * @param freshNanos time for fresh seeds of all profiles together; 0: none are run
   * @param jobs seeds at a time
   */
  record Order(
      List<Profile> profiles, SeedRange kept, long firstFresh, long freshNanos, int jobs) {}

  /**
   * Creates a soak.
   *
   * @param cpuNanos the processor time of this process
   * @param onOutcome called when a seed has ended, from several threads
   * @param onPart called when all seeds of a part have ended
   */
  Soak(
      Order order,
      LongSupplier cpuNanos,
      BiConsumer<Campaign, RunOutcome> onOutcome,
      Consumer<Part> onPart) {
    this.order = order;
    this.cpuNanos = cpuNanos;
    this.onOutcome = onOutcome;
    this.onPart = onPart;
  }

  /**
   * Starts no further seed. Returns the results so far of the part that is cut off, if there is
   * one.
   */
  Optional<Part> stop() {
    stopped = true;
    Running cut = running;
    if (cut == null) {
      return Optional.empty();
    }
    cut.campaign().stop();
    return Optional.of(part(cut));
  }

  private Part part(Running of) {
    long used = cpuNanos.getAsLong() - of.cpuNanosBefore();
    return new Part(of.profile(), of.fresh(), of.first(), of.campaign().sum(), used);
  }

  /** Runs all parts. */
  void run() throws InterruptedException, ExecutionException {
    for (Profile profile : order.profiles()) {
      run(profile, order.kept(), 0, false);
    }
    if (order.freshNanos() == 0) {
      return;
    }
    SeedRange fresh = new SeedRange(order.firstFresh(), Long.MAX_VALUE);
    for (Profile profile : order.profiles()) {
      run(profile, fresh, freshNanos(profile), true);
    }
  }

  /**
   * Time for a profile's fresh seeds. The swarm gets half of the time, since it meets combinations
   * that no other profile names.
   */
  private long freshNanos(Profile profile) {
    int others = order.profiles().size() - 1;
    long all = order.freshNanos();
    if (others == 0 || !order.profiles().contains(Profile.SWARM)) {
      return Math.max(1, all / order.profiles().size());
    }
    return Math.max(1, profile == Profile.SWARM ? all / 2 : all / 2 / others);
  }

  private void run(Profile profile, SeedRange seeds, long limitNanos, boolean fresh)
      throws InterruptedException, ExecutionException {
    Campaign campaign = campaign(profile, seeds, limitNanos);
    Running now = new Running(campaign, profile, fresh, seeds.first(), cpuNanos.getAsLong());
    running = now;
    if (stopped) {
      return;
    }
    campaign.run(outcome -> onOutcome.accept(campaign, outcome));
    if (!stopped) {
      running = null;
      onPart.accept(part(now));
    }
  }

  private Campaign campaign(Profile profile, SeedRange seeds, long limitNanos) {
    return new Campaign(
        new Campaign.Order(
            profile,
            seeds,
            limitNanos,
            order.jobs(),
            false,
            new TraceView(SimTrace.Part.NOTABLE, LAST_MOMENTS, null)));
  }
}
