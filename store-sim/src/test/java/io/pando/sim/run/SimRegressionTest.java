package io.pando.sim.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.sim.plan.Profile;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Seeds that found bugs. What a seed draws changes with the simulator, so each is worth a little
 * less with time; the sentence says what to look for.
 */
class SimRegressionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          61   | default | an update was made twice whose request the trimmed log had forgotten
          111  | default | the same, after the primary was killed
          129  | default | the same: a condition failed by the update's own first execution
          1089 | default | the same: listed although it was removed, since a write came twice
          1099 | default | the same: a removal came twice
          6    | default | an object on its way to a replica was begun again
          28   | default | an object on its way to a replica was begun again
          40   | default | an object on its way to a replica was begun again
          822  | default | what could not be read for a moment counted as lost for good
          742  | default | a part of an unreadable block was written, and only here
          29927571015 | refill | a copy given to a replica before it was compared, which then had it, broke an invariant
          29927571149 | swarm | a client whose map still had the pool removed was taken for data that were lost
          15   | refill  | a copy that came twice was taken for one that replaces what was before both
          97   | network | an update that was refused long ago came late, and happened
          218  | swarm   | an update was longer than a record of a file store's log
          212  | quick   | a damaged stripe of a kv store was mended in pieces, and stayed damaged
          5218 | strangers | a monitor that had just started took a stranger for an operator
          30049 | swarm  | a store that was closed without room answered a read with a broken invariant
          41260 | swarm  | a store with a long log that was opened without room answered nothing, for ever
          52026 | swarm  | requests to a group that was being removed stayed open, and clients were not read
          102305 | swarm | a replica could not be filled beside a ruined object, which needed it to be removed
          100081 | disk | a request that waited for copies was not answered when its object was removed
          29928526003 | compression | a file's unreadable page in a hole made its object unreadable for ever
          91177 | swarm  | a late copy of a request set a flag again that was cleared meanwhile
          51231 | swarm  | an update was told to be done whose only copy was damaged
          156   | erasure | a former member kept an update that was given up, and its fragment was of no use
          255   | erasure | a member that took an update back counted as rolled back
          368   | erasure | an object was written while its fragments were rebuilt in the version before
          1003  | erasure | what a member took back beyond its backfill mark was missing, which broke an invariant
          1298  | erasure | fragments that could not be read for a while stayed missing, and their object with them
          1793  | erasure | pieces of a fragment whose rebuilding was given up broke an invariant
          2154  | erasure | an overwrite that was taken back destroyed fragments that could not be read for a while
          2715  | erasure | a former member that was asked for a fragment removed its copy and never answered
          4349  | erasure | a former member that took updates back counted the objects of these updates
          6268  | erasure | an update was settled with fewer members than min_size, and others took it back
          6458  | erasure | late answers made all fragments bad that did not agree with a wrong record
          6714  | erasure | a read that the fragment with the wrong record answered made all others bad
          7043  | erasure | a piece of a fragment that had arrived, and was lost since, was not written again
          7675  | erasure | parity at hand stayed that of an older version while no member had its fragment
          7225  | erasure | a fragment that was found bad and then taken back stayed missing in a version given up
          4928  | erasure | an update overtook the answer by which a member told that its fragment is missing
          79    | files   | others got the capabilities of an evicted client before its lease was over
          275   | files   | the same, with bytes of a file
          156   | files   | a successor let a file be opened whose objects were being removed
          590   | files   | a write waited for a range that a former holder of the rank had journaled
          968   | files   | the same
          683   | files   | an answer showed the size that was told after its request, and truncated since
          900   | files   | a write waited for a range of a file that was removed with its sessions
          478   | files   | a late answer began the lease of a session once more
          162   | files   | a metadata server was replaced because it refused the question of a monitor
          288   | files   | a change whose failure was sent was executed when it arrived once more
          """)
  void staysMended(long seed, String profile, String bug) {
    RunOutcome outcome =
        SeedRun.of(seed, Profile.valueOf(profile.toUpperCase(Locale.ROOT)), TraceView.last(100));
    assertThat(outcome.violations())
        .as(
            "%s: %s; last events:%n%s",
            bug, outcome.plan(), String.join("\n", outcome.traced().last()))
        .isEmpty();
  }
}
