package io.pando.sim.files.run;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import io.pando.sim.SimCluster;
import io.pando.sim.files.SimMds;
import io.pando.sim.files.check.FilesOp;
import io.pando.sim.files.check.PlayedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Compares what clients use of files and directories, by what each of them believes, and looks how
 * many servers serve: again and again, in short intervals.
 */
final class CapabilityWatch {
  private static final long INTERVAL_NANOS = SimCluster.SECOND / 500;
  private static final int MOST_FINDINGS = 3;

  private final FilesSite site;
  private final List<String> conflicts = new ArrayList<>();
  private final List<String> twoServers = new ArrayList<>();
  private final SortedSet<Ino> inodes = new TreeSet<>();
  private int looked;

  /** Begins to look. */
  CapabilityWatch(FilesSite site) {
    this.site = site;
    inodes.add(Ino.ROOT);
    look();
  }

  /** Looks at a directory too. */
  void add(Ino directory) {
    inodes.add(directory);
  }

  List<String> conflicts() {
    return conflicts;
  }

  /** Times at which two servers served the rank. */
  List<String> twoServers() {
    return twoServers;
  }

  private void look() {
    addNew();
    List<FilesSite.Client> clients = site.living();
    if (conflicts.size() < MOST_FINDINGS) {
      inodes.forEach(ino -> compare(ino, clients));
    }
    List<SimMds> serving =
        site.servers().stream().filter(it -> it.serves().isPresent() && !it.isStopping()).toList();
    if (serving.size() > 1 && twoServers.size() < MOST_FINDINGS) {
      twoServers.add(
          "at %.6f both %s and %s serve"
              .formatted(site.nowNanos() / 1e9, serving.get(0).node(), serving.get(1).node()));
    }
    site.cluster().world().at(site.nowNanos() + INTERVAL_NANOS, this::look);
  }

  /** Files that clients opened since. */
  private void addNew() {
    int end = site.history().size();
    for (; looked < end; looked++) {
      PlayedCall call = site.history().call(looked);
      if (call.op() instanceof FilesOp.OfFile it) {
        inodes.add(it.ino());
      }
    }
  }

  private void compare(Ino ino, List<FilesSite.Client> clients) {
    List<CapabilitySet> used = new ArrayList<>();
    for (FilesSite.Client each : clients) {
      CapabilitySet uses = each.files().calls().permit(ino).usable();
      for (int i = 0; i < used.size(); i++) {
        if (used.get(i).conflictsWith(uses)) {
          conflicts.add(
              "at %.6f inode %s: client %d uses %s, client %d uses %s"
                  .formatted(
                      site.nowNanos() / 1e9,
                      ino,
                      clients.get(i).number(),
                      used.get(i),
                      each.number(),
                      uses));
        }
      }
      used.add(uses);
    }
  }
}
