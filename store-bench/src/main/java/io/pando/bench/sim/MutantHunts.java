package io.pando.bench.sim;

import io.pando.sim.mutant.Hunt;
import io.pando.sim.mutant.Laboratory;
import io.pando.sim.mutant.Mutants;
import io.pando.sim.mutant.surgery.Mutant;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/** Hunts planted bugs, several at a time: each thread has its own laboratory. */
final class MutantHunts {
  private final Queue<Mutant> left;
  private final List<Long> seeds;
  private final int jobs;

  MutantHunts(List<Mutant> mutants, SeedRange range, int jobs) {
    this.left = new ConcurrentLinkedQueue<>(mutants);
    this.seeds = LongStream.rangeClosed(range.first(), range.last()).boxed().toList();
    this.jobs = Math.min(jobs, mutants.size());
  }

  /**
   * Hunts all bugs.
   *
   * @param listener called with every result, from several threads
   */
  void run(Consumer<Hunt.Result> listener) throws InterruptedException, ExecutionException {
    try (ExecutorService threads = Executors.newFixedThreadPool(jobs)) {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < jobs; i++) {
        running.add(threads.submit(() -> work(listener)));
      }
      for (Future<?> job : running) {
        job.get();
      }
    }
  }

  private void work(Consumer<Hunt.Result> listener) {
    Hunt hunt = new Hunt(new Laboratory(Mutants.all()), System::nanoTime);
    for (Mutant next = left.poll(); next != null; next = left.poll()) {
      listener.accept(hunt.of(next, seeds));
    }
  }
}
