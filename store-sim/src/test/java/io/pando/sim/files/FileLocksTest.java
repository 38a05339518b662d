package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.client.fs.data.FileDataConfig;
import io.pando.cluster.Change;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.mds.life.MdsConfig;
import io.pando.sim.SimCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Locks between clients that are whole programs, while the metadata server fails. */
class FileLocksTest {
  private static final String FILES = "photos";

  private final List<SimMds> servers = new ArrayList<>();
  private final SimCluster cluster = new SimCluster(7, new SimCluster.Shape(3, 3, 1)).formed();

  @Test
  void lockExcludesOthersAndSurvivesItsServer() {
    Cluster admin = cluster.connect();
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("names", 4, 3, 2, null)));
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("bytes", 4, 3, 2, null)));
    cluster.await(
        admin.admin().changeAsync(new Change.CreateFileSystem(FILES, "names", List.of("bytes"))));
    for (int i = 0; i < 2; i++) {
      SimMds server = new SimMds(cluster, i, MdsConfig.usual(""));
      servers.add(server);
      server.start();
    }
    SimFiles one = SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT);
    SimFiles two = SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT);
    long ofOne = open(one);
    long ofTwo = open(two);
    assertThat(cluster.await(set(one, ofOne, LockMode.EXCLUSIVE, false)))
        .isEqualTo(FileOutcome.DONE);
    assertThat(cluster.await(set(two, ofTwo, LockMode.SHARED, false)))
        .isEqualTo(FileOutcome.failed(FsError.EAGAIN));
    assertThat(cluster.await(two.call(Caller.ROOT, test(ofTwo))))
        .isEqualTo(new FileOutcome.Conflict(lock(LockMode.EXCLUSIVE)));
    CompletableFuture<FileOutcome> waits = set(two, ofTwo, LockMode.SHARED, true);
    servers.stream().filter(it -> it.serves().isPresent()).forEach(SimMds::crash);
    cluster.world().runFor(5 * SimCluster.SECOND);
    assertThat(waits).isNotDone();
    assertThat(cluster.await(set(one, ofOne, LockMode.NONE, false))).isEqualTo(FileOutcome.DONE);
    assertThat(cluster.await(waits)).isEqualTo(FileOutcome.DONE);
    assertThat(cluster.await(set(one, ofOne, LockMode.EXCLUSIVE, false)))
        .isEqualTo(FileOutcome.failed(FsError.EAGAIN));
  }

  private long open(SimFiles client) {
    NewName file =
        new NewName(Ino.ROOT, EntryName.of("a"), 0644, 0, new FsRequest.NewContent.NewFile());
    FileOutcome outcome =
        cluster.await(
            client.call(Caller.ROOT, new FileCall.Create(file, false, OpenMode.READ_WRITE)));
    assertThat(outcome).isInstanceOf(FileOutcome.Opened.class);
    return ((FileOutcome.Opened) outcome).handle();
  }

  private static LockClaim lock(LockMode mode) {
    return new LockClaim(LockFamily.FLOCK, 1, 100, mode, LockClaim.WHOLE_FILE);
  }

  private static FileCall test(long handle) {
    return new FileCall.TestLock(handle, lock(LockMode.SHARED));
  }

  private static CompletableFuture<FileOutcome> set(
      SimFiles client, long handle, LockMode mode, boolean waits) {
    return client.call(Caller.ROOT, new FileCall.SetLock(handle, lock(mode), waits));
  }
}
