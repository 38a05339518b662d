package io.pando.sim.mutant;

import static io.pando.sim.mutant.surgery.Form.callGives;
import static io.pando.sim.mutant.surgery.Form.gives;
import static io.pando.sim.mutant.surgery.Form.only;

import io.pando.sim.mutant.surgery.Cut;
import io.pando.sim.mutant.surgery.Form;
import io.pando.sim.mutant.surgery.Form.CallReplaced;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.Value.Null;
import io.pando.sim.plan.Profile;
import java.util.List;

/** Planted bugs in the fencing of sessions. They belong to the table of {@link Mutants}. */
final class FenceMutants {
  private FenceMutants() {}

  static List<Mutant> all() {
    Form unchecked = callGives("Fencing", "refusal", new Null());
    return List.of(
        of(
            "fence-not-checked-at-arrival",
            "A primary lets a request of a fenced session in.",
            1,
            new Cut("osd.pg.ClientRequests", "onAskedAsPrimary", unchecked)),
        of(
            "fence-not-checked-at-turn",
            "An operation whose session was fenced while it waited is begun.",
            1,
            new Cut("osd.pg.write.Operations", "startNext", unchecked)),
        of(
            "fence-not-checked-at-version",
            "An update whose session was fenced while bytes were read gets its version.",
            1,
            new Cut("osd.pg.write.OpExecutor", "divide", unchecked)),
        of(
            "fence-checked-at-arrival-only",
            "An operation whose session was fenced after it arrived is executed.",
            1,
            new Cut("osd.pg.write.Operations", "startNext", unchecked),
            new Cut("osd.pg.write.OpExecutor", "divide", unchecked)),
        of(
            "newest-fence-overlooked",
            "Primaries look requests up in the fence list before its last change.",
            1,
            new Cut(
                "osd.pg.write.Fencing",
                "refusal",
                new CallReplaced(only("ClusterMap", "fences"), "allFencesButLast"))),
        of(
            "fence-forgotten-at-restart",
            "An OSD does not read the fences of its saved map, and a client overlooks its own.",
            1,
            new Cut(
                "osd.SavedMap",
                "load",
                new CallReplaced(only("SavedMap", "of"), "mapWithoutFences")),
            new Cut(
                "client.objecter.Objecter",
                "onMapChanged",
                callGives("Fences", "contains", false))),
        of(
            "fence-ends-at-once",
            "Monitors take the time of every fence for over.",
            1,
            new Cut("cluster.fence.Fence", "isOver", gives(true))),
        of(
            "fenced-update-reported-as-undone",
            "A fenced client says of an update that an OSD has that it changed nothing.",
            1,
            new Cut(
                "client.objecter.Objecter",
                "onFenced",
                callGives("PendingOperation", "mayHaveHappened", false))));
  }

  private static Mutant of(String name, String mistake, long seed, Cut... cuts) {
    return Mutant.of(Profile.FENCES, name, mistake, seed, cuts);
  }
}
