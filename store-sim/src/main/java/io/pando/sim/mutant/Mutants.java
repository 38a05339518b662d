package io.pando.sim.mutant;

import static io.pando.sim.mutant.Form.callGives;
import static io.pando.sim.mutant.Form.gives;
import static io.pando.sim.mutant.Form.only;

import io.pando.sim.mutant.Form.Call;
import io.pando.sim.mutant.Form.CallGives;
import io.pando.sim.mutant.Form.CallReplaced;
import io.pando.sim.mutant.Value.Amount;
import io.pando.sim.mutant.Value.Made;
import io.pando.sim.run.Profile;
import java.util.ArrayList;
import java.util.List;

/** The table of planted bugs. Each must be noticed within 200 seeds of its profile. */
public final class Mutants {
  private Mutants() {}

  /** All of them. */
  public static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    all.addAll(replication());
    all.addAll(durability());
    all.addAll(StoreMutants.all());
    all.addAll(peering());
    all.addAll(missedMaps());
    all.addAll(trees());
    all.addAll(recovery());
    all.addAll(largeObjects());
    all.addAll(scrubs());
    all.addAll(clients());
    all.addAll(strangers());
    all.addAll(InvariantMutants.all());
    return List.copyOf(all);
  }

  private static List<Mutant> replication() {
    return List.of(
        of(
            "acknowledge-before-replicas",
            "The primary takes an update for committed before its replicas have it.",
            2,
            new Cut(
                "osd.pg.replication.PrimaryReplication",
                "awaited",
                new CallReplaced(only("Strategy", "reporters"), "nobody"))),
        of(
            "chain-acknowledges-from-middle",
            "In a chain, the member before the last one answers the client.",
            12,
            new Cut(
                "osd.pg.replication.Chain",
                "collector",
                new CallReplaced(only("List", "getLast"), "beforeLast"))),
        of(
            Profile.DIVERGENCE,
            "splay-waits-for-nobody",
            "In a splay, the last member answers when it has an update itself.",
            68,
            new Cut(
                "osd.pg.replication.ReplicaReplication",
                "advance",
                new CallReplaced(only("Strategy", "reporters"), "nobody"))),
        of(
            "acknowledgement-counts-for-all",
            "A replica's word on one update is taken for all updates under way.",
            7,
            new Cut(
                "osd.pg.replication.PrimaryReplication",
                "onReplicated",
                new CallReplaced(only("NavigableMap", "headMap"), "whole"))),
        of(
            Profile.DIVERGENCE,
            "replica-acknowledges-before-durable",
            "A replica acknowledges an update before its disk has it.",
            10,
            new Cut(
                "osd.pg.replication.ReplicaReplication",
                "onReplicate",
                new CallReplaced(only("Replica", "append"), "appendAndReport"))),
        of(
            Profile.CALM,
            "replica-leaves-update-out",
            "A replica takes the entry of an update, and does nothing to the object.",
            1,
            new Cut(
                "osd.pg.replication.ReplicaReplication",
                "update",
                callGives("List", "contains", true))),
        of(
            Profile.CRASHES,
            "tree-not-replayed",
            "After a restart the tree does not have what only the log tells.",
            1,
            new Cut("osd.pg.tree.ReplicaTree", "<init>", Form.skips("ReplicaTree", "onUpdate"))),
        of(
            Profile.QUICK,
            "older-interval-accepted",
            "What an OSD said in an interval that is over counts in this one.",
            24,
            new Cut(
                "osd.pg.PeerMessages",
                "onSaid",
                callGives("PeerSaid", "epoch", new Amount(Long.MAX_VALUE)))));
  }

  private static List<Mutant> durability() {
    return List.of(
        of(
            "missing-set-not-persisted",
            "After the logs were merged, what is missing is not stored.",
            7,
            new Cut("osd.pg.replica.Replica", "finish", callGives("SortedMap", "isEmpty", true))),
        of(
            Profile.DIVERGENCE,
            "log-trimmed-too-far",
            "The log forgets all its entries, those under way too, whenever it is trimmed.",
            1,
            new Cut(
                "osd.pg.replica.Replica",
                "trimPoint",
                new CallReplaced(only("GroupLog", "trimPoint"), "trimAll")),
            new Cut(
                "osd.pg.replication.PrimaryReplication",
                "trimPoint",
                callGives("Version", "isAfter", false))),
        of(
            "unflushed-block-dropped",
            "Of a run of blocks that wait to be written and flushed, the last is forgotten.",
            2,
            new Cut(
                "disk.raw.volume.DataStage",
                "drain",
                new CallReplaced(only("BlockWriter", "add"), "allButLastBlock"))),
        of(
            "data-not-flushed",
            "Metadata become durable before the data that they tell of.",
            3,
            new Cut("disk.raw.volume.DataStage", "flush", Form.skips("BlockDevice", "flush"))));
  }

  private static List<Mutant> peering() {
    return List.of(
        of(
            "past-intervals-ignored",
            "The prior set leaves out who served in intervals that are over.",
            9,
            new Cut(
                "osd.pg.peering.PriorSet", "of", callGives("Interval", "mayHaveWritten", false))),
        of(
            "interval-settled-by-anyone",
            "A past interval counts as settled although nobody heard has what was accepted in it.",
            9,
            new Cut("osd.pg.peering.PriorSet", "isSettled", gives(true))),
        of(
            Profile.REFILL,
            "filling-counts-as-whole",
            "Peering takes a replica for whole that is still being filled.",
            15,
            new Cut(
                "osd.pg.peering.PriorSet", "isSettled", callGives("GroupInfo", "isWhole", true)),
            new Cut("osd.pg.peering.Authority", "choose", callGives("GroupInfo", "isWhole", true)),
            new Cut(
                "osd.pg.peering.Authority", "canLead", callGives("GroupInfo", "isWhole", true))),
        of(
            "split-gives-wrong-half",
            "A split gives the child the objects that should stay.",
            5,
            new Cut(
                "osd.pg.split.Regrouping$Draft",
                "divide",
                new CallReplaced(only("GroupTree", "range"), "otherHalf"))),
        of(
            "up-thru-not-awaited",
            "The primary serves before the map says that it was up.",
            6,
            new Cut("osd.pg.peering.PrimaryPeering", "isProven", gives(true))),
        of(
            "divergent-entries-kept",
            "What a replica alone did is not rolled back when logs are merged.",
            37,
            new Cut(
                "osd.pg.log.LogMerge",
                "divergent",
                callGives("GroupLog", "after", new Made("of")))),
        of(
            "deletion-lost-in-merge",
            "An object that is removed by the authoritative log stays on the replica.",
            15,
            new Cut(
                "osd.pg.replica.Replica",
                "settle",
                new CallGives(new Call("List", "add", 1, 2), new Amount(1)))));
  }

  private static List<Mutant> missedMaps() {
    return List.of(
        of(
            Profile.REFILL,
            "missed-maps-overlooked",
            "An OSD that missed maps takes the newest for the one after its last.",
            11,
            new Cut(
                "osd.pg.PlacementGroup", "onMap", callGives("MapAdvanced", "successive", true))),
        of(
            Profile.LAGGING,
            "awake-after-a-whole-map",
            "An OSD that is up goes on serving after it missed steps of the map.",
            1,
            new Cut("osd.shard.MapSteps", "onMap", Form.skips("UpMark", "onWholeMap")),
            new Cut("osd.OsdDaemon", "onMap", Form.skips("UpMark", "onWholeMap")),
            new Cut("osd.pg.peering.PrimaryPeering", "isProof", gives(true)),
            new Cut("osd.pg.peering.ReplicaPeering", "isOfThisInterval", gives(true))),
        of(
            Profile.LAGGING,
            "whole-map-ends-no-mark",
            "An OSD that missed steps of the map does not boot again.",
            1,
            new Cut("osd.shard.MapSteps", "onMap", Form.skips("UpMark", "onWholeMap")),
            new Cut("osd.OsdDaemon", "onMap", Form.skips("UpMark", "onWholeMap"))));
  }

  private static List<Mutant> trees() {
    return List.of(
        of(
            Profile.DIVERGENCE,
            "leaf-kept-on-rollback",
            "An object that goes since its update was divergent stays in the tree.",
            28,
            new Cut("osd.pg.replica.Replica", "settle", Form.skips("ReplicaTree", "onRemoved"))),
        of(
            Profile.REFILL,
            "tree-replays-what-was-left-out",
            "An update that a replica took no part in is put into its tree after a restart.",
            5,
            new Cut(
                "osd.pg.tree.ReplicaTree",
                "onUpdateElsewhere",
                Form.skips("TreeRecords", "onSpecial"))),
        of(
            Profile.REFILL,
            "survey-misses-changes",
            "What changes behind a listing that goes on is not put into the tree that is made.",
            1,
            new Cut("osd.pg.repair.Sweep", "onChanged", Form.skips("Receiver", "onItem"))),
        of(
            Profile.REFILL,
            "deeper-tree-not-written",
            "A tree of another depth is taken, and the store still has the one before.",
            1,
            new Cut("osd.pg.replica.Replica", "replaceTree", Form.skips("Journal", "persist"))),
        of(
            Profile.DIVERGENCE,
            "hash-without-version",
            "A tree does not tell two versions of an object apart.",
            133,
            new Cut("merkle.ItemHash", "in", callGives("Version", "counter", new Amount(0)))),
        of(
            Profile.REFILL,
            "copy-past-the-tree",
            "A copy that was brought is not put into the tree.",
            1,
            new Cut(
                "osd.pg.recovery.IncomingCopies",
                "note",
                new CallGives(new Call("List", "add", 2, 3), new Amount(1)))),
        of(
            Profile.REFILL,
            "descent-misses-changes",
            "What changes while trees are compared is taken for equal if it was.",
            17,
            new Cut("osd.pg.repair.TreeDescent", "onChanged", Form.doesNothing())),
        of(
            Profile.REFILL,
            "index-forgets-deletions",
            "What was removed the version index does not tell.",
            3,
            new Cut(
                "osd.pg.index.IndexQuery",
                "onPage",
                new CallReplaced(new Call("Map", "put", 1, 1), "putIfItExists"))));
  }

  private static List<Mutant> recovery() {
    return List.of(
        of(
            "deletion-lost-in-backfill",
            "What only the replica has is not removed when it is filled.",
            53,
            new Cut(
                "osd.pg.recovery.Backfill",
                "compare",
                callGives("SortedMap", "containsKey", true))),
        of(
            "backfill-skips-last",
            "The last object of a range is not compared.",
            2,
            new Cut(
                "osd.pg.recovery.Backfill",
                "compareListed",
                new CallReplaced(new Call("VersionListing", "versions", 1, 2), "allButLast"))),
        of(
            Profile.REFILL,
            "stale-range-after-resume",
            "A range counts as filled while objects of it are on their way.",
            1,
            new Cut("osd.pg.recovery.PeerState", "claim", callGives("Mark", "covers", false))),
        of(
            "backfill-misses-changes",
            "What changes while a range is compared is taken as it was listed.",
            3,
            new Cut("osd.pg.recovery.Backfill", "onChanged", Form.doesNothing())),
        of(
            "recovered-before-last-piece",
            "An object is taken for recovered when its first piece is stored.",
            2,
            new Cut("osd.pg.recovery.IncomingCopies", "note", callGives("Piece", "last", true))),
        of(
            "write-to-missing",
            "An object is changed although a replica misses it.",
            3,
            new Cut(
                "osd.pg.recovery.Recovery",
                "isWritable",
                callGives("Locations", "holdsUp", false))),
        of(
            "write-to-object-on-its-way",
            "An object is changed while it is copied.",
            17,
            new Cut(
                "osd.pg.recovery.Recovery", "isWritable", callGives("Copies", "contains", false))),
        of(
            "clean-too-early",
            "A group calls itself clean although replicas miss objects.",
            2,
            new Cut(
                "osd.pg.recovery.Locations", "isWhole", callGives("Stream", "allMatch", true))));
  }

  private static List<Mutant> largeObjects() {
    return List.of(
        of(
            Profile.REFILL,
            "blocks-kept-unseen",
            "Of a large object a replica keeps all blocks it has, whatever is in them.",
            1,
            new Cut("merkle.BlockHash", "ofBytes", new Form.Gives(new Amount(0)))),
        of(
            Profile.REFILL,
            "half-copy-keeps-its-version",
            "An object of which some pieces have come counts as what it was before.",
            4,
            new Cut("osd.pg.recovery.Assembly", "forgetVersion", Form.doesNothing())),
        of(
            Profile.REFILL,
            "removed-entries-stay",
            "Entries of a map that should go stay among those that are kept.",
            1,
            new Cut("osd.pg.recovery.Assembly", "clearKeys", Form.doesNothing())));
  }

  private static List<Mutant> scrubs() {
    return List.of(
        of(
            Profile.CALM,
            "judge-trusts-the-fewest",
            "Of copies that differ, those that fewest have are taken for good.",
            3,
            new Cut(
                "osd.pg.scrub.Judge", "good", new CallReplaced(only("IntStream", "max"), "least"))),
        of(
            Profile.CALM,
            "scrub-ends-early",
            "A scrub is over after its first part.",
            1,
            new Cut(
                "osd.pg.scrub.ScrubLead",
                "onPartDone",
                new CallGives(new Call("PositionRange", "last", 0, 3), new Amount(0)))),
        of(
            Profile.CALM,
            "repair-keeps-the-tree",
            "What a tree says is believed although the store has something else.",
            2,
            new Cut("osd.pg.scrub.PartCheck", "take", Form.skips("ReplicaTree", "onWrong")),
            new Cut("osd.pg.scrub.ScrubMember", "mend", Form.skips("ReplicaTree", "onUnknown")),
            new Cut(
                "osd.pg.replica.Replica", "removeStrange", Form.skips("ReplicaTree", "onUnknown"))),
        of(
            "examined-while-it-changes",
            "An object is updated while its copies are examined.",
            25,
            new Cut(
                "osd.pg.recovery.Recovery",
                "isWritable",
                callGives("SortedSet", "contains", false))));
  }

  private static List<Mutant> clients() {
    return List.of(
        of(
            "min-size-ignored",
            "A group serves with fewer replicas than its pool asks for.",
            1,
            new Cut(
                "osd.pg.ClientRequests", "serves", callGives("Pool", "minSize", new Amount(0)))),
        of(
            Profile.TAKEOVER,
            "read-without-lease",
            "A primary answers without a read lease.",
            116,
            new Cut("osd.pg.ClientRequests", "hasLease", gives(true))),
        of(
            Profile.TAKEOVER,
            "former-lease-not-awaited",
            "A new primary serves although its predecessor may still hold a lease.",
            20,
            new Cut(
                "osd.pg.peering.PrimaryPeering",
                "awaitLeases",
                callGives("Optional", "isPresent", false))),
        of(
            "sent-again-as-another",
            "A client that sends a request again gives it another id.",
            2,
            new Cut(
                "client.objecter.Dispatch",
                "send",
                new CallReplaced(only("Consumer", "accept"), "sendAsAnother")),
            new Cut(
                "client.objecter.Objecter",
                "onReply",
                new CallReplaced(only("RequestId", "sequence"), "firstSequence"))),
        of(
            "missing-is-read",
            "An object that the primary misses is read as it is there.",
            3,
            new Cut("osd.pg.recovery.Recovery", "isReadable", gives(true))),
        of(
            "duplicate-forgotten",
            "A request that comes again is executed again.",
            2,
            new Cut("osd.pg.log.GroupLog", "ofRequest", new Form.Gives(new Made("empty")))),
        of(
            Profile.TAKEOVER,
            "read-beside-writer",
            "An object is read while an update of it is on its way to the replicas.",
            8,
            new Cut("osd.pg.write.ObjectSlot", "mayRead", gives(true)),
            new Cut("osd.pg.write.Operations", "invariants", Form.doesNothing())),
        of(
            "missing-not-listed",
            "A listing leaves out what the primary misses.",
            17,
            new Cut(
                "osd.pg.read.Listings",
                "missing",
                new CallReplaced(only("Replica", "missing"), "nothingMissing"))));
  }

  private static List<Mutant> strangers() {
    return List.of(
        of(
            Profile.STRANGERS,
            "map-taken-from-any-stream",
            "A map counts whoever sends it, also a peer that was not dialled as a monitor.",
            3,
            new Cut("session.MonitorSession", "isMonitor", gives(true))),
        of(
            Profile.STRANGERS,
            "removed-pool-deleted-at-once",
            "The data of a removed pool are not kept for the time in which it can be restored.",
            1,
            new Cut(
                "mon.rules.PoolLife",
                "remove",
                callGives("RuleSettings", "removedPoolGraceMillis", new Amount(0)))));
  }

  private static Mutant of(String name, String mistake, long seed, Cut... cuts) {
    return of(Profile.DEFAULT, name, mistake, seed, cuts);
  }

  private static Mutant of(Profile profile, String name, String mistake, long seed, Cut... cuts) {
    return new Mutant(name, mistake, profile.label(), seed, List.of(cuts));
  }
}
