package io.pando.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.sim.plan.Profile;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A fixed set of seeds; many more are run with {@code pando sim}. */
class SeedsTest {
  static Stream<Arguments> seeds() {
    return Stream.of(
            range(Profile.DEFAULT, 1, 12),
            // A primary told of an update that it had not durably, and lost it.
            range(Profile.DEFAULT, 710, 710),
            // Changes of the map that were asked for at once came in another order.
            range(Profile.DEFAULT, 1776, 1776),
            // A copy that came twice was written over an update that came between.
            range(Profile.DEFAULT, 2021, 2021),
            range(Profile.CRASHES, 1, 4),
            range(Profile.NETWORK, 1, 4),
            range(Profile.DISK, 1, 4),
            range(Profile.REFILL, 1, 3),
            // One of two copies disappeared; only the version index proves that it should exist.
            range(Profile.REFILL, 130, 130),
            // A copy was not proven to be good, since its tree was flatter than the primary's.
            range(Profile.REFILL, 3015, 3015),
            // The same, and its leaf was made again between two parts.
            range(Profile.REFILL, 3109, 3109),
            range(Profile.DIVERGENCE, 1, 3),
            range(Profile.FILES, 1, 8),
            // A file whose call had no answer got another name by its number.
            range(Profile.FILES, 1044, 1044),
            // A size that was told before another client cut the file was repeated after it.
            range(Profile.FILES, 826, 826),
            range(Profile.FILES, 1496, 1496),
            // A read of a shared file showed a write that other clients did not see, and was lost.
            range(Profile.FILES, 2303, 2303),
            // A file that was made and removed before a takeover counted as lost.
            range(Profile.FILES, 3955, 3955),
            // A file that was to be made kept its number of the session that was lost.
            range(Profile.FILES, 85, 85),
            // What a session had told earlier counted when it was open again: two clients had
            // capabilities of which one excludes the other.
            range(Profile.FILES, 995, 995),
            // A successor refused what a session did between two openings.
            range(Profile.FILES, 29, 29),
            // A file was closed while no server lived, and its size was lost.
            range(Profile.FILES, 649, 649),
            // A file that was made and is gone was not made, said a successor.
            range(Profile.FILES, 869, 869),
            // A link was answered when its request was repeated, with the links of that time.
            range(Profile.FILES, 356, 356),
            range(Profile.LAGGING, 1, 5))
        .flatMap(seeds -> seeds);
  }

  private static Stream<Arguments> range(Profile profile, long first, long last) {
    return LongStream.rangeClosed(first, last).mapToObj(seed -> Arguments.of(profile, seed));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Execution(ExecutionMode.CONCURRENT)
  void nothingPromisedIsBroken(Profile profile, long seed) {
    RunOutcome outcome = SeedRun.of(seed, profile, TraceView.last(100));
    assertThat(outcome.violations())
        .as("%s; last events:%n%s", outcome.plan(), String.join("\n", outcome.traced().last()))
        .isEmpty();
  }
}
