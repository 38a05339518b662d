package io.pando.bench.sim;

import io.pando.sim.mutant.Hunt;
import io.pando.sim.mutant.Laboratory;
import io.pando.sim.mutant.Sightings;
import io.pando.sim.mutant.surgery.Mutant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * Hunts mutants: each is run with seeds until one of them detects it. Several are hunted at a time,
 * each on a thread with its own laboratory.
 */
final class Hunts {
  private final List<Mutant> mutants;
  private final SeedRange seeds;
  private final List<Laboratory> laboratories = new ArrayList<>();

  /**
   * Plans hunts.
   *
   * @param known mutants that the laboratories can plant, among them those that are hunted
   */
  Hunts(List<Mutant> mutants, List<Mutant> known, SeedRange seeds, int jobs) {
    this.mutants = mutants;
    this.seeds = seeds;
    for (int i = 0; i < jobs; i++) {
      laboratories.add(new Laboratory(known));
    }
  }

  /**
   * Hunts all mutants with all seeds.
   *
   * @param listener called with every result, from several threads
   */
  void run(Consumer<Hunt.Result> listener) throws InterruptedException, ExecutionException {
    List<Long> all = LongStream.rangeClosed(seeds.first(), seeds.last()).boxed().toList();
    hunt(_ -> all, listener);
  }

  /**
   * Runs each seed without mutants first, to learn which of them it reaches; then hunts each mutant
   * with the seeds that reach it, which are returned.
   *
   * @param progress called with the number of seeds run without mutants, from several threads
   * @param listener called with every result, from several threads
   */
  Sightings runWhereReached(Consumer<Long> progress, Consumer<Hunt.Result> listener)
      throws InterruptedException, ExecutionException {
    Sightings sightings = new Sightings();
    String profile = mutants.getFirst().profile();
    AtomicLong next = new AtomicLong(seeds.first());
    Campaign.inParallel(
        laboratories,
        laboratory -> {
          for (long seed = next.getAndIncrement();
              seed <= seeds.last();
              seed = next.getAndIncrement()) {
            sightings.add(seed, laboratory.dryRun(seed, profile));
            progress.accept(seed - seeds.first() + 1);
          }
        });
    hunt(sightings::of, listener);
    return sightings;
  }

  private void hunt(Function<Mutant, List<Long>> seedsFor, Consumer<Hunt.Result> listener)
      throws InterruptedException, ExecutionException {
    Queue<Mutant> left = new ConcurrentLinkedQueue<>(mutants);
    Campaign.inParallel(
        laboratories,
        laboratory -> {
          Hunt hunt = new Hunt(laboratory, System::nanoTime);
          for (Mutant next = left.poll(); next != null; next = left.poll()) {
            listener.accept(hunt.of(next, seedsFor.apply(next)));
          }
        });
  }
}
