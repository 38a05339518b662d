package io.pando.sim.mutant;

import static io.pando.sim.mutant.surgery.Form.callGives;
import static io.pando.sim.mutant.surgery.Form.gives;
import static io.pando.sim.mutant.surgery.Form.only;

import io.pando.sim.mutant.surgery.Cut;
import io.pando.sim.mutant.surgery.Form;
import io.pando.sim.mutant.surgery.Form.Call;
import io.pando.sim.mutant.surgery.Form.CallGives;
import io.pando.sim.mutant.surgery.Form.CallReplaced;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.Value.Amount;
import io.pando.sim.mutant.surgery.Value.Argument;
import io.pando.sim.mutant.surgery.Value.Made;
import io.pando.sim.plan.Profile;
import java.util.ArrayList;
import java.util.List;

/** The table of planted bugs. Each must be detected within 200 seeds of its profile. */
public final class Mutants {
  private Mutants() {}

  /** All planted bugs. */
  public static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    all.addAll(replication());
    all.addAll(durability());
    all.addAll(StoreMutants.all());
    all.addAll(peering());
    all.addAll(missedMaps());
    all.addAll(CopyMutants.all());
    all.addAll(FragmentMutants.all());
    all.addAll(clients());
    all.addAll(FenceMutants.all());
    all.addAll(FilesMutants.all());
    all.addAll(requestsToMonitors());
    all.addAll(InvariantMutants.all());
    return List.copyOf(all);
  }

  private static List<Mutant> replication() {
    return List.of(
        Mutant.of(
            "acknowledge-before-replicas",
            "The primary takes an update for committed before its replicas have it.",
            19,
            new Cut(
                "osd.pg.replication.PrimaryReplication",
                "awaited",
                new CallReplaced(only("Strategy", "reporters"), "noReporters"))),
        Mutant.of(
            "chain-acknowledges-from-middle",
            "In a chain or a splay, the member before the last one answers the client.",
            10,
            new Cut(
                "osd.pg.replication.Strategy",
                "collector",
                new CallReplaced(only("List", "getLast"), "beforeLast"))),
        Mutant.of(
            Profile.DIVERGENCE,
            "splay-waits-for-no-reports",
            "In a splay, the last member answers when it has an update itself.",
            39,
            new Cut(
                "osd.pg.replication.ReplicaReplication",
                "advance",
                new CallReplaced(only("Strategy", "reporters"), "noReporters"))),
        Mutant.of(
            "acknowledgement-counts-for-all",
            "A replica's word on one update is taken for all updates under way.",
            41,
            new Cut(
                "osd.pg.replication.PrimaryReplication",
                "onReplicated",
                new CallReplaced(only("NavigableMap", "headMap"), "whole"))),
        Mutant.of(
            Profile.DIVERGENCE,
            "replica-acknowledges-before-durable",
            "A replica acknowledges an update before its disk has it.",
            3,
            new Cut(
                "osd.pg.replication.ReplicaReplication",
                "onReplicate",
                new CallReplaced(only("Replica", "append"), "appendAndReport"))),
        Mutant.of(
            Profile.CALM,
            "replica-leaves-update-out",
            "A replica takes the entry of an update, and does nothing to the object.",
            1,
            new Cut(
                "osd.pg.replication.ReplicaReplication",
                "update",
                callGives("List", "contains", true))),
        Mutant.of(
            Profile.CRASHES,
            "tree-not-replayed",
            "After a restart the tree does not have what only the log tells.",
            1,
            new Cut("osd.pg.tree.ReplicaTree", "<init>", Form.skips("ReplicaTree", "onUpdate"))),
        Mutant.of(
            Profile.QUICK,
            "older-interval-accepted",
            "What an OSD said in an interval that is over counts in this one.",
            63,
            new Cut(
                "osd.pg.PeerMessages",
                "onSaid",
                callGives("PeerSaid", "epoch", new Amount(Long.MAX_VALUE)))));
  }

  private static List<Mutant> durability() {
    return List.of(
        Mutant.of(
            "missing-set-not-persisted",
            "After the logs were merged, what is missing is not stored.",
            7,
            new Cut(
                "osd.pg.replica.LogAdoption", "finish", callGives("SortedMap", "isEmpty", true))),
        Mutant.of(
            Profile.DIVERGENCE,
            "log-trimmed-too-far",
            "The log forgets all its entries, those under way too, whenever it is trimmed.",
            1,
            new Cut(
                "osd.pg.replica.LogTrimming",
                "trimPoint",
                new CallReplaced(only("GroupLog", "trimPoint"), "trimAll")),
            new Cut(
                "osd.pg.replication.PrimaryReplication",
                "trimPoint",
                callGives("Version", "isAfter", false))),
        Mutant.of(
            "unflushed-block-dropped",
            "Of a run of blocks that wait to be written and flushed, the last is forgotten.",
            2,
            new Cut(
                "disk.raw.volume.DataStage",
                "drain",
                new CallReplaced(only("BlockWriter", "add"), "allButLastBlock"))),
        Mutant.of(
            "data-not-flushed",
            "Metadata become durable before the data that they describe.",
            3,
            new Cut("disk.raw.volume.DataStage", "flush", Form.skips("BlockDevice", "flush"))));
  }

  private static List<Mutant> peering() {
    return List.of(
        Mutant.of(
            "past-intervals-ignored",
            "The prior set leaves out who served in intervals that are over.",
            3,
            new Cut(
                "osd.pg.peering.PriorSet", "of", callGives("Interval", "mayHaveWritten", false))),
        Mutant.of(
            "interval-settled-by-anyone",
            "A past interval counts as settled although no OSD that was heard has its updates.",
            9,
            new Cut("osd.pg.peering.PriorSet", "isSettled", gives(true))),
        Mutant.of(
            Profile.REFILL,
            "filling-counts-as-whole",
            "Peering takes a replica for whole that is still being filled.",
            15,
            new Cut(
                "osd.pg.peering.PriorSet", "isSettled", callGives("GroupInfo", "isWhole", true)),
            new Cut("osd.pg.peering.Authority", "longest", callGives("GroupInfo", "isWhole", true)),
            new Cut(
                "osd.pg.peering.Authority", "canLead", callGives("GroupInfo", "isWhole", true))),
        Mutant.of(
            "split-gives-wrong-half",
            "A split gives the child the objects that should stay.",
            3,
            new Cut(
                "osd.pg.split.Regrouping$Draft",
                "divide",
                new CallReplaced(only("GroupTree", "range"), "otherHalf"))),
        Mutant.of(
            "up-thru-not-awaited",
            "The primary serves before the map says that it was up.",
            3,
            new Cut("osd.pg.peering.PrimaryPeering", "isProven", gives(true))),
        Mutant.of(
            "divergent-entries-kept",
            "What a replica alone did is not rolled back when logs are merged.",
            51,
            new Cut(
                "osd.pg.log.LogMerge",
                "divergent",
                callGives("GroupLog", "after", new Made("of")))),
        Mutant.of(
            "deletion-lost-in-merge",
            "An object that is removed by the authoritative log stays on the replica.",
            26,
            new Cut(
                "osd.pg.replica.LogAdoption",
                "settle",
                new CallGives(new Call("List", "add", 1, 2), new Amount(1)))));
  }

  private static List<Mutant> missedMaps() {
    return List.of(
        Mutant.of(
            Profile.REFILL,
            "missed-maps-overlooked",
            "An OSD that missed maps takes the newest for the one after its last.",
            11,
            new Cut(
                "osd.pg.PlacementGroup", "onMap", callGives("MapAdvanced", "successive", true))),
        Mutant.of(
            Profile.LAGGING,
            "awake-after-a-whole-map",
            "An OSD that is up continues to serve after it missed steps of the map.",
            12,
            new Cut("osd.shard.MapSteps", "onMap", Form.skips("UpMark", "onWholeMap")),
            new Cut("osd.OsdDaemon", "onMap", Form.skips("UpMark", "onWholeMap")),
            new Cut("osd.pg.peering.PeerInfos", "isProof", gives(true)),
            new Cut("osd.pg.peering.ReplicaPeering", "isOfThisInterval", gives(true))),
        Mutant.of(
            Profile.LAGGING,
            "whole-map-ends-no-mark",
            "An OSD that missed steps of the map does not boot again.",
            52,
            new Cut("osd.shard.MapSteps", "onMap", Form.skips("UpMark", "onWholeMap")),
            new Cut("osd.OsdDaemon", "onMap", Form.skips("UpMark", "onWholeMap"))));
  }

  private static List<Mutant> clients() {
    return List.of(
        Mutant.of(
            "min-size-ignored",
            "A group serves with fewer replicas than its pool asks for.",
            36,
            new Cut(
                "osd.pg.ClientRequests",
                "serves",
                callGives("PoolInfo", "minSize", new Amount(0)))),
        Mutant.of(
            Profile.TAKEOVER,
            "read-without-lease",
            "A primary answers without a read lease.",
            94,
            new Cut("osd.pg.ClientRequests", "hasLease", gives(true))),
        Mutant.of(
            Profile.TAKEOVER,
            "former-lease-not-awaited",
            "A new primary serves although its predecessor may still hold a lease.",
            94,
            new Cut(
                "osd.pg.peering.Activation",
                "awaitLeases",
                callGives("Optional", "isPresent", false))),
        Mutant.of(
            "sent-again-as-another",
            "A client that sends a request again gives it another id.",
            4,
            new Cut(
                "client.objecter.Dispatch",
                "send",
                new CallReplaced(only("Consumer", "accept"), "sendAsAnother")),
            new Cut(
                "client.objecter.Objecter",
                "onReply",
                new CallReplaced(only("RequestId", "sequence"), "firstSequence"))),
        Mutant.of(
            "missing-is-read",
            "An object that the primary misses is read as it is there.",
            3,
            new Cut("osd.pg.recovery.Recovery", "isReadable", gives(true))),
        Mutant.of(
            "duplicate-forgotten",
            "A request that comes again is executed again.",
            4,
            new Cut("osd.pg.log.GroupLog", "ofRequest", new Form.Gives(new Made("empty")))),
        Mutant.of(
            Profile.TAKEOVER,
            "read-beside-writer",
            "An object is read while an update of it is on its way to the replicas.",
            6,
            new Cut("osd.pg.write.ObjectSlot", "mayRead", gives(true)),
            new Cut("osd.pg.write.Operations", "invariants", Form.doesNothing())),
        Mutant.of(
            "missing-not-listed",
            "A listing leaves out what the primary misses.",
            9,
            new Cut(
                "osd.pg.read.Listings",
                "missing",
                new CallReplaced(only("Replica", "missing"), "nothingMissing"))));
  }

  private static List<Mutant> requestsToMonitors() {
    return List.of(
        Mutant.of(
            Profile.NETWORK,
            "answered-requests-are-forgotten",
            "Monitors do not remember which requests they have carried out.",
            1,
            new Cut("mon.state.AnsweredRequests", "plus", new Form.Gives(new Argument(0)))),
        Mutant.of(
            Profile.STRANGERS,
            "map-taken-from-any-stream",
            "A map counts from any sender, also a peer that was not dialled as a monitor.",
            3,
            new Cut("session.MonitorSession", "isMonitor", gives(true))),
        Mutant.of(
            Profile.STRANGERS,
            "removed-pool-deleted-at-once",
            "The data of a removed pool are not kept for the time in which it can be restored.",
            1,
            new Cut(
                "mon.rules.PoolLife",
                "remove",
                callGives("PoolDefaults", "removedPoolGraceMillis", new Amount(0)))));
  }
}
