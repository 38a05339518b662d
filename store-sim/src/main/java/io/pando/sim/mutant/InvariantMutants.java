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
import io.pando.sim.mutant.surgery.Value;
import io.pando.sim.mutant.surgery.Value.Amount;
import io.pando.sim.mutant.surgery.Value.Argument;
import io.pando.sim.plan.Profile;
import java.util.ArrayList;
import java.util.List;

/**
 * Planted bugs that an invariant detects at once or soon. They break bookkeeping: clients would
 * notice little of it, or only much later.
 */
final class InvariantMutants {
  private InvariantMutants() {}

  static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    all.addAll(replication());
    all.addAll(log());
    all.addAll(recovery());
    all.addAll(scrub());
    all.addAll(clients());
    all.addAll(monitors());
    all.addAll(disk());
    return List.copyOf(all);
  }

  private static List<Mutant> replication() {
    return List.of(
        Mutant.of(
            Profile.QUICK,
            "report-counts-for-one-update",
            "A replica's word on an update says nothing of those before it.",
            2,
            new Cut(
                "osd.pg.replication.PrimaryReplication",
                "onReplicated",
                new CallReplaced(only("NavigableMap", "headMap"), "onlyThat"))),
        Mutant.of(
            Profile.QUICK,
            "everybody-keeps-updates",
            "A replica that does not collect keeps updates as if it did.",
            1,
            new Cut(
                "osd.pg.replication.ReplicaReplication",
                "onReplicate",
                callGives("ReplicaReplication", "collects", true))));
  }

  private static List<Mutant> log() {
    return List.of(
        Mutant.of(
            Profile.QUICK,
            "trimmed-request-still-in-log",
            "A request that the log let go of is still found there.",
            7,
            new Cut(
                "osd.pg.log.GroupLog",
                "trim",
                new CallGives(new Call("EntryIndex", "remove", 2, 2), new Value.None()))),
        Mutant.of(
            Profile.QUICK,
            "trimmed-update-still-newest",
            "An update that the log let go of is still the newest of its object.",
            7,
            new Cut(
                "osd.pg.log.GroupLog",
                "trim",
                new CallGives(new Call("EntryIndex", "remove", 1, 2), new Value.None()))),
        Mutant.of(
            Profile.QUICK,
            "trimmed-bytes-still-counted",
            "Entries that the log let go of still count with their bytes.",
            7,
            new Cut(
                "osd.pg.log.GroupLog", "trim", callGives("KeptEntry", "bytes", new Amount(0)))));
  }

  private static List<Mutant> recovery() {
    return List.of(
        Mutant.of(
            Profile.QUICK,
            "turn-is-kept",
            "The turn of a batch that is over is not given back.",
            1,
            new Cut("osd.pg.recovery.Scheduler", "endIfOver", Form.skips("BatchPermits", "end"))),
        Mutant.of(
            Profile.QUICK,
            "slot-of-replica-kept",
            "A slot that is given up counts as held.",
            1,
            new Cut(
                "osd.pg.recovery.schedule.Reservation",
                "release",
                new CallGives(new Call("SortedSet", "remove", 1, 1), new Amount(0)))),
        Mutant.of(
            Profile.QUICK,
            "hurried-copies-counted-on",
            "A hurried copy that is over still counts.",
            4,
            new Cut(
                "osd.pg.recovery.copy.Copies",
                "remove",
                callGives("CopyBatch", "isHurried", false))),
        Mutant.of(
            Profile.QUICK,
            "scheduled-while-copied",
            "An object that is on its way is put into the recovery queue.",
            42,
            new Cut(
                "osd.pg.recovery.Scheduler", "schedule", callGives("Copies", "contains", false))),
        Mutant.of(
            Profile.QUICK,
            "hurried-and-pushed",
            "An object that is hurried stays among those that are to be pushed.",
            4,
            new Cut(
                "osd.pg.recovery.schedule.RecoveryQueue",
                "takeOff",
                new CallGives(new Call("TreeSet", "remove", 2, 3), new Amount(0)))),
        Mutant.of(
            Profile.REFILL,
            "found-by-backfill-not-scheduled",
            "What a comparison finds missing is not put into the recovery queue.",
            3,
            new Cut(
                "osd.pg.recovery.CopyProgress", "onLacking", Form.skips("Scheduler", "schedule"))),
        Mutant.of(
            Profile.CALM,
            "bad-copy-not-scheduled",
            "What a scrub finds bad is not put into the recovery queue.",
            1,
            new Cut(
                "osd.pg.recovery.Recovery", "onBadNoted", Form.skips("Scheduler", "schedule"))));
  }

  private static List<Mutant> scrub() {
    return List.of(
        Mutant.of(
            Profile.CALM,
            "kept-still-for-ever",
            "An object that was examined is not let go.",
            1,
            new Cut("osd.pg.scrub.Examination", "letGo", Form.skips("List", "forEach"))),
        Mutant.of(
            Profile.CALM,
            "answers-of-the-round-before",
            "Answers of a round of a scrub stay for the next one.",
            1,
            new Cut("osd.pg.scrub.ScrubRound", "onResult", Form.skips("SortedMap", "clear"))));
  }

  private static List<Mutant> clients() {
    return List.of(
        Mutant.of(
            Profile.QUICK,
            "rest-without-alarm",
            "Nothing wakes an operation that rests.",
            1,
            new Cut("client.objecter.Dispatch", "become", Form.skips("Alarms", "add"))),
        Mutant.of(
            Profile.QUICK,
            "alarm-of-a-rest-that-is-over",
            "The alarm of a rest stays when the rest is over.",
            1,
            new Cut("client.objecter.Dispatch", "become", Form.skips("Alarms", "remove"))));
  }

  private static List<Mutant> monitors() {
    return List.of(
        Mutant.of(
            Profile.QUICK,
            "boots-beside-itself",
            "An OSD that restarts comes up before its last incarnation went down.",
            1,
            new Cut(
                "mon.rules.BootRules", "boot", callGives("OsdEdits", "takeDown", new Argument(0)))),
        Mutant.of(
            Profile.QUICK,
            "reports-outlive-their-osd",
            "Failure reports of an OSD stay when it is marked down.",
            1,
            new Cut("mon.state.FailureReports", "forget", new Form.Gives(new Argument(0)))),
        Mutant.of(
            Profile.MEMBERSHIP,
            "marked-out-comes-in",
            "An OSD that an operator marked out comes in by booting.",
            4,
            new Cut("mon.rules.BootRules", "comesIn", gives(true))),
        Mutant.of(
            Profile.UPGRADES,
            "an-older-release-comes-up",
            "An OSD of a release older than the required one comes up.",
            3,
            new Cut(
                "mon.rules.ReleaseRules", "objection", new Form.Gives(new Value.Made("empty")))),
        Mutant.of(
            Profile.UPGRADES,
            "requires-what-some-do-not-run",
            "A release is required while OSDs of an older one are up.",
            1,
            new Cut("mon.rules.ReleaseRules", "olderThan", new Form.Gives(new Value.Made("of")))));
  }

  private static List<Mutant> disk() {
    return List.of(
        Mutant.of(
            Profile.QUICK,
            "placed-blocks-stay-under-way",
            "Blocks that an update was given count as under way permanently.",
            1,
            new Cut(
                "disk.raw.pipeline.Space",
                "onGrant",
                callGives("Taken", "placedBlocks", new Amount(0)))),
        Mutant.of(
            Profile.QUICK,
            "dropped-object-fills-the-cache",
            "An object that is dropped from the cache still counts.",
            1,
            new Cut(
                "disk.raw.pipeline.ReadCache",
                "drop",
                callGives("CachedObject", "countedBytes", new Amount(0)))),
        Mutant.of(
            Profile.QUICK,
            "cache-remembers-ended-reads",
            "A read that has ended stays among those by which objects get into the cache.",
            1,
            new Cut("disk.raw.pipeline.ReadCache", "end", callGives("List", "remove", true))),
        Mutant.of(
            Profile.QUICK,
            "changed-again-in-its-old-place",
            "An object that is changed again is looked for among older ones.",
            6,
            new Cut(
                "disk.raw.pipeline.PendingObjects",
                "add",
                new CallReplaced(only("SequencedMap", "putLast"), "putInPlace"))),
        Mutant.of(
            Profile.QUICK,
            "given-back-and-promised",
            "Blocks that are given back still count as promised.",
            3,
            new Cut(
                "disk.raw.volume.FreeSpace", "giveBack", callGives("Run", "count", new Amount(0)))),
        Mutant.of(
            Profile.QUICK,
            "recycled-and-released",
            "Blocks that are free again still count as released.",
            5,
            new Cut(
                "disk.raw.volume.FreeSpace", "recycle", callGives("Run", "count", new Amount(0)))));
  }
}
