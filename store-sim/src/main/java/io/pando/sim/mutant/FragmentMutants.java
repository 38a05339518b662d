package io.pando.sim.mutant;

import static io.pando.sim.mutant.surgery.Form.callGives;

import io.pando.sim.mutant.surgery.Cut;
import io.pando.sim.mutant.surgery.Form;
import io.pando.sim.mutant.surgery.Form.Call;
import io.pando.sim.mutant.surgery.Form.CallGives;
import io.pando.sim.mutant.surgery.Form.CallReplaced;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.Value.Amount;
import io.pando.sim.mutant.surgery.Value.None;
import io.pando.sim.plan.Profile;
import java.util.ArrayList;
import java.util.List;

/** Planted bugs in the code of erasure-coded pools. They belong to the table of {@link Mutants}. */
final class FragmentMutants {
  private FragmentMutants() {}

  static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    all.addAll(stripes());
    all.addAll(undo());
    all.addAll(peering());
    all.addAll(rebuilding());
    return List.copyOf(all);
  }

  private static Mutant of(String name, String mistake, long seed, Cut... cuts) {
    return Mutant.of(Profile.ERASURE, name, mistake, seed, cuts);
  }

  private static List<Mutant> stripes() {
    return List.of(
        of(
            "old-bytes-taken-for-zeros",
            "The change of parity is computed as if zeros had been overwritten.",
            21,
            new Cut(
                "osd.pg.fragment.StripeCoder",
                "delta",
                new CallGives(new Call("RowBytes", "copy", 1, 2), new None()))),
        of(
            "parity-of-the-change-alone",
            "The change of parity is written in place of the parity.",
            4,
            new Cut(
                "osd.pg.fragment.StripeCoder",
                "delta",
                new CallGives(new Call("RowBytes", "copy", 2, 2), new None()))),
        of(
            "parity-of-cut-bytes-stays",
            "Where an object is cut off within a stripe its parity stays as it was.",
            6,
            new Cut("osd.pg.fragment.StripeEdits$Planner", "cut", Form.doesNothing())),
        of(
            "short-fragments-padded",
            "A fragment whose last unit is short is as long as the others.",
            15,
            new Cut(
                "osd.pg.redundancy.Fragments",
                "fragmentBytes",
                callGives("Positions", "contains", false))),
        of(
            "positions-mixed-up",
            "Every member gets what belongs to the first position.",
            1,
            new Cut(
                "osd.pg.fragment.FragmentSteps",
                "of",
                callGives("MemberId", "position", new Amount(0)))));
  }

  private static List<Mutant> undo() {
    return List.of(
        of(
            "nothing-kept-for-undoing",
            "A member keeps nothing of what an update replaces.",
            5,
            new Cut("osd.pg.undo.UndoLog", "keep", Form.doesNothing())),
        of(
            "dropped-before-settled",
            "What is kept of an update goes when the next one comes.",
            13,
            new Cut(
                "osd.pg.undo.UndoLog",
                "settle",
                new CallGives(new Call("Version", "isAfter", 2, 2), new Amount(0)))),
        of(
            "replaced-bytes-do-not-come-back",
            "Taking an update back leaves the bytes as they are.",
            10,
            new Cut(
                "osd.pg.undo.UndoLog",
                "takeBack",
                new CallGives(new Call("List", "add", 6, 9), new Amount(1)))),
        of(
            "attributes-do-not-come-back",
            "Taking an update back leaves the attributes as they are, the version among them.",
            1,
            new Cut(
                "osd.pg.undo.UndoLog",
                "takeBack",
                new CallGives(new Call("SortedMap", "isEmpty", 1, 1), new Amount(1)))),
        of(
            "taken-back-past-the-tree",
            "An update that is taken back stays in the hash tree.",
            1,
            new Cut(
                "osd.pg.replica.LogAdoption",
                "takeBack",
                Form.skips("ReplicaTree", "onTakenBack"))),
        of(
            "former-members-keep-what-was-given-up",
            "A copy that is not a member keeps updates that the group gave up.",
            156,
            new Cut("osd.pg.fragment.FragmentServer", "takeBackGivenUp", Form.doesNothing())),
        of(
            "kept-aside-for-good",
            "What is kept aside of a copy outlives the copy.",
            7,
            new Cut(
                "osd.shard.DaemonRecords",
                "removeOrphan",
                callGives("ReplicaId", "hasPosition", false))));
  }

  private static List<Mutant> peering() {
    return List.of(
        of(
            "longest-log-of-fragments",
            "Of logs of members with fragments the longest is taken.",
            13,
            new Cut(
                "osd.pg.peering.Authority", "choose", callGives("Redundancy", "takesBack", false))),
        of(
            "settled-by-too-few",
            "An interval counts as settled by members whose fragments do not decode.",
            41,
            new Cut(
                "osd.pg.peering.PriorSet", "isSettled", callGives("Redundancy", "suffice", true))),
        of(
            "holes-closed-up",
            "Where an OSD is down, the OSDs after it take the positions before theirs.",
            4,
            new Cut("id.MemberList", "keep", new Form.IsReplaced("keepClosedUp"))));
  }

  private static List<Mutant> rebuilding() {
    return List.of(
        of(
            "another-version-decoded",
            "Fragments of any version are put together.",
            25,
            new Cut("osd.pg.fragment.FragmentServer", "part", callGives("Version", "equals", true)),
            new Cut("osd.pg.fragment.ReadAttempt", "problem", callGives("Version", "equals", true)),
            new Cut(
                "osd.pg.recovery.rebuild.FragmentRows",
                "problem",
                callGives("Version", "equals", true))),
        of(
            "only-first-rows-rebuilt",
            "A fragment is taken for rebuilt when its first rows are.",
            19,
            new Cut("osd.pg.recovery.rebuild.FragmentRows", "advance", Form.gives(false))),
        of(
            "changed-stripe-left-out",
            "Of the stripes that changed while a member was away the last are not rebuilt.",
            13,
            new Cut(
                "osd.pg.recovery.rebuild.OlderFragments",
                "decide",
                new CallReplaced(Form.only("ChangedRows", "inAtMost"), "allRangesButLast"))));
  }
}
