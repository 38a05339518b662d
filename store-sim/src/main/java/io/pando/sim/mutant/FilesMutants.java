package io.pando.sim.mutant;

import static io.pando.sim.mutant.surgery.Form.callGives;
import static io.pando.sim.mutant.surgery.Form.gives;
import static io.pando.sim.mutant.surgery.Form.only;
import static io.pando.sim.mutant.surgery.Form.skips;

import io.pando.sim.mutant.surgery.Cut;
import io.pando.sim.mutant.surgery.Form;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.Value.Amount;
import io.pando.sim.mutant.surgery.Value.Constant;
import io.pando.sim.mutant.surgery.Value.Null;
import io.pando.sim.plan.Profile;
import java.util.ArrayList;
import java.util.List;

/** Planted bugs in metadata servers and clients of files; part of the table of {@link Mutants}. */
final class FilesMutants {
  private FilesMutants() {}

  static List<Mutant> all() {
    List<Mutant> all = new ArrayList<>();
    all.addAll(capabilities());
    all.addAll(journal());
    all.addAll(sizes());
    all.addAll(clients());
    return all;
  }

  private static List<Mutant> capabilities() {
    Form unfenced = callGives("Fencing", "refusal", new Null());
    return List.of(
        of(
            "request-overtakes-revocation",
            "A request is executed before other clients gave up what it forbids.",
            1,
            new Cut("mds.caps.Capabilities", "reserve", callGives("Settling", "isFree", true))),
        of(
            "conflicting-grant",
            "Capabilities are granted that another client's exclude.",
            1,
            new Cut("mds.caps.Others", "without", new Form.Gives(new Constant("NONE")))),
        of(
            "former-holder-serves",
            "A server serves although no monitor has confirmed that it holds its rank.",
            83,
            new Cut("mds.life.ConfirmedBeacons", "mayServe", gives(true))),
        of(
            "files-fence-not-checked",
            "OSDs execute what a client sends after it was evicted.",
            1,
            new Cut("osd.pg.ClientRequests", "onAskedAsPrimary", unfenced),
            new Cut("osd.pg.write.Operations", "startNext", unfenced),
            new Cut("osd.pg.write.OpExecutor", "divide", unfenced)));
  }

  private static List<Mutant> journal() {
    return List.of(
        of(
            "repeated-change-executed-again",
            "A change that is repeated after its answer was lost is executed once more.",
            15,
            new Cut("mds.session.Sessions", "past", new Form.Gives(new Null()))),
        of(
            "answers-not-read-by-successor",
            "A successor does not know which changes were answered before.",
            1,
            new Cut("mds.session.Sessions", "load", skips("Session", "put"))),
        of(
            "dirty-list-trimmed-early",
            "The journal is cut before all rows of its oldest segment are in the objects.",
            2,
            new Cut("mds.store.Trimming", "advance", callGives("Segment", "isClean", true))),
        of(
            "answer-shows-what-is-not-durable",
            "Clients are shown changes of others before they are durable.",
            62,
            new Cut("mds.outbox.UnstableChanges", "neededBy", new Form.Gives(new Amount(0)))));
  }

  private static List<Mutant> sizes() {
    return List.of(
        of(
            "size-stale-after-eviction",
            "The sizes of files that an evicted client wrote are not looked up.",
            70,
            new Cut(
                "mds.serve.WrittenFiles",
                "onSessionGone",
                new Form.CallReplaced(only("Capabilities", "writing"), "nothingWritten"))),
        of(
            "objects-ignored-in-recovery",
            "The size of a file whose writer is gone is the one that was told last.",
            10,
            new Cut(
                "mds.serve.FileSizes",
                "onAnswer",
                callGives("FileLayout", "fileBytes", new Amount(0)))),
        of(
            "truncated-file-not-cut",
            "A file that was truncated is used before its objects are cut.",
            1,
            new Cut("mds.serve.CutFiles", "isUncut", gives(false))),
        of(
            "told-state-dropped",
            "What a client tells about the size of a file is not taken.",
            2,
            new Cut("mds.serve.WrittenFiles", "onState", Form.doesNothing())),
        of(
            "open-file-purged",
            "The objects of a file without a name are removed while it is open.",
            2,
            new Cut("mds.caps.Capabilities", "isOpen", gives(false))));
  }

  private static List<Mutant> clients() {
    return List.of(
        of(
            "revocation-acknowledged-before-flush",
            "A client gives up the capability to delay writes before it has written.",
            2,
            new Cut(
                "client.fs.data.FileData", "revoke", callGives("FileContent", "mayBuffer", true))),
        of(
            "caches-kept-after-revocation",
            "A client keeps cached bytes that it has to drop, and reads them.",
            37,
            new Cut("client.fs.data.FileContent", "keepOnly", skips("FileContent", "forgetClean")),
            new Cut(
                "client.fs.data.Reads", "takeCached", callGives("FileContent", "mayCache", true))),
        of(
            "names-kept-after-revocation",
            "A client keeps cached names and attributes that it has to drop.",
            1,
            new Cut("client.fs.RequestPath", "onChanged", skips("FileCache", "onChanged"))),
        of(
            "lease-does-not-end",
            "A client uses its caches although its lease is over.",
            21,
            new Cut("client.fs.session.Lease", "isValid", gives(true))),
        of(
            "lost-bytes-not-reported",
            "A client that lost bytes with its session reports nothing.",
            5,
            new Cut("client.fs.open.FileGrants", "end", callGives("FileData", "isDirty", false))),
        of(
            "fsync-writes-nothing",
            "fsync does not wait until the bytes of the file are written.",
            11,
            new Cut("client.fs.open.FileSyncs", "writeAll", new Form.BranchNegated(1, 3))),
        of(
            "fsync-before-durable",
            "fsync does not wait until changes of names are durable.",
            191,
            new Cut(
                "client.fs.session.FileRequests",
                "completeSyncs",
                callGives("Stream", "anyMatch", false))));
  }

  private static Mutant of(String name, String mistake, long seed, Cut... cuts) {
    return Mutant.of(Profile.FILES, name, mistake, seed, cuts);
  }
}
