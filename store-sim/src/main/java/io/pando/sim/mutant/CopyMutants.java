package io.pando.sim.mutant;

import static io.pando.sim.mutant.surgery.Form.callGives;
import static io.pando.sim.mutant.surgery.Form.only;

import io.pando.sim.mutant.surgery.Cut;
import io.pando.sim.mutant.surgery.Form;
import io.pando.sim.mutant.surgery.Form.Call;
import io.pando.sim.mutant.surgery.Form.CallGives;
import io.pando.sim.mutant.surgery.Form.CallReplaced;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.Value.Amount;
import io.pando.sim.plan.Profile;
import java.util.ArrayList;
import java.util.List;

/**
 * Planted bugs in the code that makes copies equal: hash trees, recovery, copies in pieces, and
 * scrubs. They belong to the table of {@link Mutants}.
 */
final class CopyMutants {
  private CopyMutants() {}

  static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    all.addAll(trees());
    all.addAll(recovery());
    all.addAll(largeObjects());
    all.addAll(scrubs());
    all.addAll(losses());
    return List.copyOf(all);
  }

  private static List<Mutant> trees() {
    return List.of(
        Mutant.of(
            Profile.DIVERGENCE,
            "leaf-kept-on-rollback",
            "An object that goes since its update was divergent stays in the tree.",
            4,
            new Cut(
                "osd.pg.replica.LogAdoption", "settle", Form.skips("ReplicaTree", "onRemoved"))),
        Mutant.of(
            Profile.REFILL,
            "tree-replays-what-was-left-out",
            "An update that a replica took no part in is put into its tree after a restart.",
            10,
            new Cut(
                "osd.pg.tree.ReplicaTree",
                "onUpdateElsewhere",
                Form.skips("TreeRecords", "onSpecial"))),
        Mutant.of(
            Profile.REFILL,
            "survey-misses-changes",
            "Changes of objects that the listing has passed are not put into the new tree.",
            4,
            new Cut("osd.pg.repair.ObjectWalk", "onChanged", Form.skips("Receiver", "onItem"))),
        Mutant.of(
            Profile.REFILL,
            "deeper-tree-not-written",
            "A tree of another depth is taken, and the store still has the one before.",
            1,
            new Cut("osd.pg.replica.TreeWriter", "replace", Form.skips("Journal", "persist"))),
        Mutant.of(
            Profile.DIVERGENCE,
            "hash-without-version",
            "A tree does not tell two versions of an object apart.",
            62,
            new Cut("merkle.ItemHash", "in", callGives("Version", "counter", new Amount(0)))),
        Mutant.of(
            Profile.REFILL,
            "copy-past-the-tree",
            "A copy that was brought is not put into the tree.",
            2,
            new Cut(
                "osd.pg.recovery.copy.IncomingCopies",
                "note",
                new CallGives(new Call("List", "add", 2, 3), new Amount(1)))),
        Mutant.of(
            Profile.REFILL,
            "descent-misses-changes",
            "What changes while trees are compared is taken for equal if it was.",
            49,
            new Cut("osd.pg.repair.TreeDescent", "onChanged", Form.doesNothing())),
        Mutant.of(
            Profile.REFILL,
            "index-forgets-deletions",
            "The version index does not report removed objects.",
            6,
            new Cut(
                "osd.pg.index.IndexQuery",
                "onPage",
                new CallReplaced(new Call("Map", "put", 1, 1), "putIfItExists"))));
  }

  private static List<Mutant> recovery() {
    return List.of(
        Mutant.of(
            "deletion-lost-in-backfill",
            "What only the replica has is not removed when it is filled.",
            140,
            new Cut(
                "osd.pg.recovery.backfill.Backfill",
                "compare",
                callGives("SortedMap", "containsKey", true))),
        Mutant.of(
            "backfill-skips-last",
            "The last object of a range is not compared.",
            1,
            new Cut(
                "osd.pg.recovery.backfill.Backfill",
                "compareListed",
                new CallReplaced(new Call("VersionListing", "versions", 1, 2), "allButLast"))),
        Mutant.of(
            Profile.REFILL,
            "stale-range-after-resume",
            "A range counts as filled while objects of it are on their way.",
            3,
            new Cut(
                "osd.pg.recovery.missing.PeerState",
                "claim",
                callGives("PlacementMark", "covers", false))),
        Mutant.of(
            Profile.REFILL,
            "backfill-misses-changes",
            "What changes while a range is compared is taken as it was listed.",
            10,
            new Cut("osd.pg.recovery.backfill.Backfill", "onChanged", Form.doesNothing())),
        Mutant.of(
            "recovered-before-last-piece",
            "An object is taken for recovered when its first piece is stored.",
            4,
            new Cut(
                "osd.pg.recovery.copy.IncomingCopies", "note", callGives("Piece", "last", true))),
        Mutant.of(
            "write-to-missing",
            "An object is changed although a replica misses it.",
            13,
            new Cut(
                "osd.pg.recovery.Recovery",
                "isWritable",
                callGives("Locations", "holdsUp", false))),
        Mutant.of(
            "write-to-object-on-its-way",
            "An object is changed while it is copied.",
            12,
            new Cut(
                "osd.pg.recovery.Recovery", "isWritable", callGives("Copies", "contains", false))),
        Mutant.of(
            "clean-too-early",
            "A group calls itself clean although replicas miss objects.",
            6,
            new Cut(
                "osd.pg.recovery.missing.Locations",
                "isWhole",
                callGives("Stream", "allMatch", true))));
  }

  private static List<Mutant> largeObjects() {
    return List.of(
        Mutant.of(
            Profile.REFILL,
            "blocks-kept-unseen",
            "Of a large object a replica keeps all blocks it has, whatever is in them.",
            5,
            new Cut("merkle.BlockHash", "ofBytes", new Form.Gives(new Amount(0)))),
        Mutant.of(
            Profile.REFILL,
            "half-copy-keeps-its-version",
            "An object of which some pieces have come counts as what it was before.",
            35,
            new Cut("osd.pg.recovery.copy.Assembly", "forgetVersion", Form.doesNothing())),
        Mutant.of(
            Profile.REFILL,
            "removed-entries-stay",
            "Entries of a map that should go stay among those that are kept.",
            5,
            new Cut("osd.pg.recovery.copy.Assembly", "clearKeys", Form.doesNothing())));
  }

  private static List<Mutant> losses() {
    return List.of(
        Mutant.of(
            Profile.LOSSES,
            "lost-while-a-holder-is-down",
            "An object counts as lost while an OSD that has it is merely down.",
            1,
            new Cut(
                "osd.pg.recovery.UnfoundObjects",
                "notAsked",
                new CallReplaced(only("PossibleHolders", "down"), "nobodyDown"))),
        Mutant.of(
            Profile.LOSSES,
            "reverted-under-its-old-version",
            "An object that goes back to an older version keeps that version.",
            6,
            new Cut(
                "osd.pg.write.LossEnding",
                "of",
                new CallGives(new Call("List", "add", 2, 2), new Amount(1)))),
        Mutant.of(
            Profile.LOSSES,
            "lost-data-boot",
            "An OSD starts with data that were declared lost.",
            1,
            new Cut("mon.rules.BootRules", "objection", callGives("Optional", "isPresent", false))),
        Mutant.of(
            Profile.LOSSES,
            "given-up-osd-is-awaited",
            "Objects wait for OSDs whose data were given up.",
            13,
            new Cut(
                "osd.pg.recovery.missing.PossibleHolders",
                "isNotGivenUp",
                callGives("ClusterMap", "lostAt", new Amount(0)))),
        Mutant.of(
            Profile.LOSSES,
            "size-of-a-lost-object-is-believed",
            "The bytes of a lost object are taken from the group's totals.",
            1,
            new Cut("group.LogEntry", "endsLoss", Form.gives(false))));
  }

  private static List<Mutant> scrubs() {
    return List.of(
        Mutant.of(
            Profile.CALM,
            "judge-trusts-the-fewest",
            "Of copies that differ, those that fewest have are taken for good.",
            3,
            new Cut(
                "osd.pg.scrub.AuthoritativeCopies",
                "good",
                new CallReplaced(only("IntStream", "max"), "least"))),
        Mutant.of(
            Profile.CALM,
            "scrub-ends-early",
            "A scrub is over after its first part.",
            1,
            new Cut(
                "osd.pg.scrub.PrimaryScrub",
                "onPartDone",
                new CallGives(new Call("PositionRange", "last", 0, 3), new Amount(0)))),
        Mutant.of(
            Profile.CALM,
            "repair-keeps-the-tree",
            "What a tree says is believed although the store has something else.",
            1,
            new Cut("osd.pg.scrub.copy.PartCheck", "take", Form.skips("ReplicaTree", "onWrong")),
            new Cut("osd.pg.scrub.ScrubMember", "mend", Form.skips("ReplicaTree", "onUnknown")),
            new Cut(
                "osd.pg.replica.TreeWriter",
                "removeExtra",
                Form.skips("ReplicaTree", "onUnknown"))),
        Mutant.of(
            "examined-while-it-changes",
            "An object is updated while its copies are examined.",
            157,
            new Cut(
                "osd.pg.recovery.Recovery",
                "isWritable",
                callGives("SortedSet", "contains", false))));
  }
}
