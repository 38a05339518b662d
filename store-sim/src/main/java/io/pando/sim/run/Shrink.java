package io.pando.sim.run;

import io.pando.sim.audit.Violation;
import io.pando.sim.plan.Plan;
import io.pando.sim.plan.Profile;
import io.pando.sim.plan.SmallerPlans;
import io.pando.sim.world.SimTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Makes a run that breaks a promise smaller. It removes one element at a time from the plan that
 * the seed drew (a trouble, a client, an OSD, seconds, a setting), and keeps the smaller plan if
 * its run breaks a promise of the same kind. A smaller plan draws other random numbers, so each is
 * run with several seeds. The same seed always shrinks to the same plan.
 */
public final class Shrink {
  /** Seeds with which each smaller plan is run. */
  private static final int CHANCES = 3;

  private static final long NEXT_CHANCE = 1_000_003;
  private static final int LAST_EVENTS = 20;
  private static final int MOST_TROUBLES = 30;
  private static final Pattern TROUBLE =
      Pattern.compile(
          "trouble:|operator|kill |power off |pause |resume |stop |apply |lift |drift |wall clock|"
              + "lose the disks|gives up|cannot start");

  private final Profile profile;
  private final int mostRuns;
  private final long mostSteps;
  private final Consumer<String> progress;
  private Violation.Kind kind = Violation.Kind.BROKEN_INVARIANT;
  private int runs;

  /**
   * The smallest run that was found.
   *
   * @param outcome outcome of that run
   * @param runs number of runs that were tried
   * @param story troubles and the last events, oldest first, about a page
   */
  public record Result(RunOutcome outcome, int runs, List<String> story) {}

  private record Failing(long seed, Plan plan) {}

  private Shrink(Profile profile, int mostRuns, long mostSteps, Consumer<String> progress) {
    this.profile = profile;
    this.mostRuns = mostRuns;
    this.mostSteps = mostSteps;
    this.progress = progress;
  }

  /**
   * Shrinks the run of a seed; empty if it breaks no promise.
   *
   * @param mostRuns runs after which the smallest plan so far is returned, positive
   * @param progress called with each smaller plan that still fails
   */
  public static Optional<Result> of(
      long seed, Profile profile, int mostRuns, Consumer<String> progress) {
    return of(seed, profile, mostRuns, SeedRun.MOST_STEPS, progress);
  }

  /** Shrinks the run of a seed; a run of more than {@code mostSteps} steps counts as endless. */
  static Optional<Result> of(
      long seed, Profile profile, int mostRuns, long mostSteps, Consumer<String> progress) {
    return new Shrink(profile, mostRuns, mostSteps, progress).run(seed);
  }

  private Optional<Result> run(long seed) {
    Failing smallest = new Failing(seed, Plan.draw(seed, profile));
    List<Violation> first = outcome(smallest, TraceView.last(0)).violations();
    if (first.isEmpty()) {
      return Optional.empty();
    }
    kind = first.getFirst().kind();
    Failing smaller = smaller(smallest);
    while (smaller != null) {
      smallest = smaller;
      progress.accept(smallest.plan().toString());
      smaller = smaller(smallest);
    }
    return Optional.of(told(smallest));
  }

  private @Nullable Failing smaller(Failing than) {
    if (profile == Profile.FILES) {
      // Its runs have plans of another kind, which are not made smaller.
      return null;
    }
    for (Plan plan : SmallerPlans.of(than.plan())) {
      for (int chance = 0; chance < CHANCES && runs < mostRuns; chance++) {
        Failing candidate = new Failing(than.seed() + chance * NEXT_CHANCE, plan);
        List<Violation> violations = outcome(candidate, TraceView.last(0)).violations();
        if (!violations.isEmpty() && violations.getFirst().kind() == kind) {
          return candidate;
        }
      }
    }
    return null;
  }

  private RunOutcome outcome(Failing run, TraceView view) {
    runs++;
    return SeedRun.of(run.seed(), profile, run.plan(), view, mostSteps);
  }

  private Result told(Failing smallest) {
    List<String> troubles = new ArrayList<>();
    TraceView view =
        new TraceView(
            SimTrace.Part.NOTABLE,
            LAST_EVENTS,
            line -> {
              if (TROUBLE.matcher(line).find()) {
                troubles.add(line);
              }
            });
    RunOutcome outcome = outcome(smallest, view);
    List<String> story = new ArrayList<>();
    int left = Math.max(0, troubles.size() - MOST_TROUBLES);
    if (left > 0) {
      story.add("  (" + left + " troubles before)");
    }
    story.addAll(troubles.subList(left, troubles.size()));
    story.add("  and the last moments:");
    story.addAll(outcome.traced().last());
    return new Result(outcome, runs, story);
  }
}
