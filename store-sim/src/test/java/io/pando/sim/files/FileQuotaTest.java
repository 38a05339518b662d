package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.Payload;
import io.pando.client.Cluster;
import io.pando.client.fs.data.FileDataConfig;
import io.pando.cluster.Change;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.inode.Inode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.mds.life.MdsConfig;
import io.pando.sim.SimCluster;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Quotas of directories, from a client's write to the server that grants it. */
class FileQuotaTest {
  private static final String FILES = "photos";
  private static final int QUOTA = 1_000_000;
  private static final FileDataConfig CACHE =
      new FileDataConfig(4_000_000, 2_000_000, 16_384, 65_536, 2_000_000_000L, 65_536);

  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));
  private SimFiles client = begin();
  private Ino directory = Ino.ROOT;

  private SimFiles begin() {
    cluster = new SimCluster(7, new SimCluster.Shape(1, 3, 1)).formed();
    Cluster admin = cluster.connect();
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("names", 4, 3, 2, null)));
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("bytes", 4, 3, 2, null)));
    cluster.await(
        admin.admin().changeAsync(new Change.CreateFileSystem(FILES, "names", List.of("bytes"))));
    new SimMds(cluster, 0, MdsConfig.usual("")).start();
    return SimFiles.open(cluster, FILES, CACHE);
  }

  @BeforeEach
  void limit() {
    NewName name =
        new NewName(
            Ino.ROOT, EntryName.of("limited"), 0755, 0, new FsRequest.NewContent.NewDirectory());
    directory = ((FsAnswer.Found) answer(new FileCall.Make(name))).inode().ino();
    set("pando.quota.bytes", QUOTA);
  }

  private void set(String quota, long limit) {
    FsRequest request =
        new FsRequest.SetXattr(
            directory, quota, Payload.utf8("" + limit), FsRequest.XattrMode.EITHER);
    assertThat(answer(new FileCall.Request(request))).isInstanceOf(FsAnswer.Found.class);
  }

  private FileOutcome call(FileCall call) {
    return cluster.await(client.call(Caller.ROOT, call));
  }

  private FsAnswer answer(FileCall call) {
    FileOutcome outcome = call(call);
    assertThat(outcome).as("%s", call).isInstanceOf(FileOutcome.Answered.class);
    return ((FileOutcome.Answered) outcome).answer();
  }

  private FileOutcome create(String name) {
    NewName file =
        new NewName(directory, EntryName.of(name), 0644, 0, new FsRequest.NewContent.NewFile());
    return call(new FileCall.Create(file, true, OpenMode.READ_WRITE));
  }

  private FileOutcome write(long handle, long at, int bytes) {
    return call(new FileCall.Write(handle, at, Payload.wrap(new byte[bytes])));
  }

  private void close(long handle) {
    assertThat(call(new FileCall.Close(handle))).isEqualTo(FileOutcome.DONE);
  }

  private void atRest() {
    assertThat(cluster.await(client.close())).isTrue();
    assertThat(FilesAudit.problems(cluster, FILES)).isEmpty();
  }

  @Test
  void writesBeyondAQuotaOfBytesFail() {
    long one = ((FileOutcome.Opened) create("one")).handle();
    assertThat(write(one, 0, 600_000)).isEqualTo(new FileOutcome.At(0));
    close(one);
    long two = ((FileOutcome.Opened) create("two")).handle();
    assertThat(write(two, 0, 300_000)).isEqualTo(new FileOutcome.At(0));
    assertThat(write(two, 300_000, 100_000)).isEqualTo(new FileOutcome.At(300_000));
    assertThat(write(two, 400_000, 1)).isEqualTo(FileOutcome.failed(FsError.EDQUOT));
    assertThat(write(two, 900_000, 200_000)).isEqualTo(FileOutcome.failed(FsError.EDQUOT));
    assertThat(write(two, 100_000, 300_000)).isEqualTo(new FileOutcome.At(100_000));

    FsRequest remove = new FsRequest.Remove(directory, EntryName.of("one"), false);
    assertThat(answer(new FileCall.Request(remove))).isEqualTo(new FsAnswer.Done());
    assertThat(write(two, 400_000, 600_000)).isEqualTo(new FileOutcome.At(400_000));
    assertThat(write(two, 1_000_000, 1)).isEqualTo(FileOutcome.failed(FsError.EDQUOT));
    close(two);
    Inode found =
        ((FsAnswer.Found) answer(new FileCall.Request(new FsRequest.GetInode(directory)))).inode();
    assertThat(found.content().toString()).contains("bytes=" + QUOTA);
    atRest();
  }

  @Test
  void aQuotaThatIsRaisedAllowsMore() {
    long one = ((FileOutcome.Opened) create("one")).handle();
    assertThat(write(one, 0, QUOTA)).isEqualTo(new FileOutcome.At(0));
    assertThat(write(one, QUOTA, 1)).isEqualTo(FileOutcome.failed(FsError.EDQUOT));
    set("pando.quota.bytes", 2 * QUOTA);
    assertThat(write(one, QUOTA, QUOTA)).isEqualTo(new FileOutcome.At(QUOTA));
    set("pando.quota.bytes", 0);
    assertThat(write(one, 2 * QUOTA, 9 * QUOTA)).isEqualTo(new FileOutcome.At(2 * QUOTA));
    close(one);
    atRest();
  }

  @Test
  void filesBeyondAQuotaOfFilesAreNotMade() {
    set("pando.quota.files", 2);
    close(((FileOutcome.Opened) create("one")).handle());
    close(((FileOutcome.Opened) create("two")).handle());
    assertThat(create("three")).isEqualTo(FileOutcome.failed(FsError.EDQUOT));
    atRest();
  }
}
