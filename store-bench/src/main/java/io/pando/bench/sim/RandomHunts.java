package io.pando.bench.sim;

import io.pando.sim.mutant.Hunt;
import io.pando.sim.mutant.Laboratory;
import io.pando.sim.mutant.Sightings;
import io.pando.sim.mutant.surgery.Mutant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Hunts random mutants: first each seed is run without mutants, to learn which of them it reaches;
 * then each mutant is run with the seeds that reach it until one of them detects it. Each thread
 * has its own laboratory.
 */
final class RandomHunts {
  private final List<Mutant> mutants;
  private final SeedRange seeds;
  private final int jobs;
  private final Sightings sightings = new Sightings();

  RandomHunts(List<Mutant> mutants, SeedRange seeds, int jobs) {
    this.mutants = mutants;
    this.seeds = seeds;
    this.jobs = jobs;
  }

  /** The seeds that reach each mutant, once {@link #run} has determined them. */
  Sightings sightings() {
    return sightings;
  }

  /**
   * Hunts all mutants.
   *
   * @param progress called with the number of seeds run without mutants, from several threads
   * @param listener called with every result, from several threads
   */
  void run(Consumer<Long> progress, Consumer<Hunt.Result> listener)
      throws InterruptedException, ExecutionException {
    List<Laboratory> laboratories = new ArrayList<>();
    for (int i = 0; i < jobs; i++) {
      laboratories.add(new Laboratory(mutants));
    }
    AtomicLong nextSeed = new AtomicLong(seeds.first());
    inParallel(laboratories, laboratory -> look(laboratory, nextSeed, progress));
    AtomicInteger next = new AtomicInteger();
    inParallel(laboratories, laboratory -> hunt(laboratory, next, listener));
  }

  private void inParallel(List<Laboratory> laboratories, Consumer<Laboratory> work)
      throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(jobs)) {
      List<Future<?>> running = new ArrayList<>();
      for (Laboratory laboratory : laboratories) {
        running.add(threads.submit(() -> work.accept(laboratory)));
      }
      for (Future<?> job : running) {
        job.get();
      }
    }
  }

  private void look(Laboratory laboratory, AtomicLong next, Consumer<Long> progress) {
    String profile = mutants.getFirst().profile();
    for (long seed = next.getAndIncrement(); seed <= seeds.last(); seed = next.getAndIncrement()) {
      sightings.add(seed, laboratory.dryRun(seed, profile));
      progress.accept(seed - seeds.first() + 1);
    }
  }

  private void hunt(Laboratory laboratory, AtomicInteger next, Consumer<Hunt.Result> listener) {
    Hunt hunt = new Hunt(laboratory, System::nanoTime);
    for (int i = next.getAndIncrement(); i < mutants.size(); i = next.getAndIncrement()) {
      Mutant mutant = mutants.get(i);
      listener.accept(hunt.of(mutant, sightings.of(mutant)));
    }
  }
}
