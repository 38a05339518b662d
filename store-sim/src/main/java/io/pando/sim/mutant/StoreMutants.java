package io.pando.sim.mutant;

import static io.pando.sim.mutant.surgery.Form.callGives;
import static io.pando.sim.mutant.surgery.Form.gives;

import io.pando.sim.mutant.surgery.Cut;
import io.pando.sim.mutant.surgery.Form;
import io.pando.sim.mutant.surgery.Mutant;
import io.pando.sim.mutant.surgery.Value.Argument;
import io.pando.sim.plan.Profile;
import java.util.List;

/** Planted bugs in the stores. They belong to the table of {@link Mutants}. */
final class StoreMutants {
  private StoreMutants() {}

  static List<Mutant> all() {
    return List.of(
        Mutant.of(
            Profile.CALM,
            "stripe-keeps-only-what-is-written",
            "A stripe that is written in part loses the rest of its bytes.",
            7,
            new Cut("disk.kv.StripedBytes", "isHole", gives(true))),
        Mutant.of(
            Profile.SWARM,
            "zeros-over-blocks-in-use",
            "Blocks claimed for long runs are filled with zeros as if none was in use.",
            31,
            new Cut(
                "disk.raw.volume.FreeSpace",
                "freeRun",
                callGives("BlockBits", "nextClear", new Argument(1)))),
        Mutant.of(
            Profile.CRASHES,
            "batch-not-committed",
            "A kv store reports a batch that the metadata have not made durable.",
            14,
            new Cut("disk.kv.KvVolume", "commitMetadata", Form.skips("Metadata", "commit"))),
        Mutant.of(
            Profile.CRASHES,
            "log-released-before-files",
            "A checkpoint releases the log while files are not synced.",
            12,
            new Cut("disk.file.FileBytes", "sync", Form.skips("FileTree", "sync"))),
        Mutant.of(
            Profile.CRASHES,
            "log-released-before-metadata",
            "A checkpoint releases the log while the metadata are not durable.",
            2,
            new Cut(
                "disk.file.FileVolume", "checkpoint", Form.skips("LayeredMetadata", "commit"))));
  }
}
