package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
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
import io.pando.fs.request.FsRequest;
import io.pando.fs.request.InodeChange;
import io.pando.mds.life.MdsConfig;
import io.pando.sim.SimCluster;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sizes that no object shows, when the client and the server fail after {@code fsync}. */
class HiddenSizeTest {
  private static final String FILES = "home";

  private final SimCluster cluster = new SimCluster(11, new SimCluster.Shape(1, 3, 1)).formed();
  private final Cluster admin = cluster.connect();
  private final SimMds server = new SimMds(cluster, 0, MdsConfig.usual(""));
  private final SimFiles writer = begin();
  private final SimFiles reader = SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT);

  private SimFiles begin() {
    change(new Change.CreatePool("names", 4, 3, 2, null));
    change(new Change.CreatePool("bytes", 4, 3, 2, null));
    change(new Change.CreateFileSystem(FILES, "names", List.of("bytes")));
    server.start();
    return SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT);
  }

  private void change(Change change) {
    cluster.await(admin.admin().changeAsync(change));
  }

  private FileOutcome await(SimFiles client, FileCall call) {
    return cluster.await(client.call(Caller.ROOT, call));
  }

  private FileOutcome.Opened written() {
    NewName file =
        new NewName(Ino.ROOT, EntryName.of("a"), 0644, 0, new FsRequest.NewContent.NewFile());
    FileOutcome created = await(writer, new FileCall.Create(file, true, OpenMode.READ_WRITE));
    FileOutcome.Opened opened = (FileOutcome.Opened) created;
    FileCall write = new FileCall.Write(opened.handle(), 0, Payload.utf8("hello"));
    assertThat(await(writer, write)).isEqualTo(new FileOutcome.At(0));
    sync(opened.handle());
    cluster.world().runFor(SimCluster.SECOND);
    return opened;
  }

  private void sync(long handle) {
    FileOutcome synced = await(writer, new FileCall.Sync(handle, false));
    assertThat(synced).isEqualTo(new FileOutcome.Answered(new FsAnswer.Done()));
  }

  private void bothFail() {
    writer.process().kill();
    server.crash();
    cluster.world().runFor(SimCluster.SECOND);
    server.start();
    cluster.world().runFor(30 * SimCluster.SECOND);
  }

  private void sizeIs(Ino ino, long size) {
    FileOutcome outcome = await(reader, new FileCall.Request(new FsRequest.GetInode(ino)));
    Inode inode = ((FsAnswer.Found) ((FileOutcome.Answered) outcome).answer()).inode();
    assertThat(inode.size()).isEqualTo(size);
    assertThat(cluster.await(reader.close())).isTrue();
    assertThat(FilesAudit.problems(cluster, FILES)).isEmpty();
  }

  @Test
  void aSizeThatWasSetIsThere() {
    FileOutcome.Opened file = written();
    Ino ino = file.inode().ino();
    FileCall resize =
        new FileCall.Request(new FsRequest.SetAttributes(ino, InodeChange.ofSize(100)));
    assertThat(await(writer, resize)).isInstanceOf(FileOutcome.Answered.class);
    sync(file.handle());
    bothFail();
    sizeIs(ino, 100);
  }

  @Test
  void aSizeBehindSpaceThatWasReservedIsThere() {
    FileOutcome.Opened file = written();
    assertThat(await(writer, new FileCall.Extend(file.handle(), 100))).isEqualTo(FileOutcome.DONE);
    sync(file.handle());
    bothFail();
    sizeIs(file.inode().ino(), 100);
  }

  @Test
  void aSizeBehindAHoleIsThere() {
    FileOutcome.Opened file = written();
    long handle = file.handle();
    Payload more = Payload.utf8(" world");
    assertThat(await(writer, new FileCall.Write(handle, 5, more))).isEqualTo(new FileOutcome.At(5));
    FileCall punch = new FileCall.Zero(handle, new ByteRange(3, 100), false);
    assertThat(await(writer, punch)).isEqualTo(FileOutcome.DONE);
    sync(handle);
    bothFail();
    sizeIs(file.inode().ino(), 11);
  }

  @Test
  void aSizeOfANewFileIsThereThatTheServerDidNotKnow() {
    FileOutcome.Opened _ = written();
    NewName other =
        new NewName(Ino.ROOT, EntryName.of("b"), 0644, 0, new FsRequest.NewContent.NewFile());
    FileOutcome created = await(writer, new FileCall.Create(other, true, OpenMode.READ_WRITE));
    FileOutcome.Opened file = (FileOutcome.Opened) created;
    assertThat(await(writer, new FileCall.Extend(file.handle(), 100))).isEqualTo(FileOutcome.DONE);
    sync(file.handle());
    bothFail();
    sizeIs(file.inode().ino(), 100);
  }

  @Test
  void aSizeOfAFileThatIsClosedIsThereAfterASyncOfAll() {
    FileOutcome.Opened file = written();
    assertThat(await(writer, new FileCall.Extend(file.handle(), 100))).isEqualTo(FileOutcome.DONE);
    assertThat(await(writer, new FileCall.Close(file.handle()))).isEqualTo(FileOutcome.DONE);
    assertThat(await(writer, new FileCall.SyncAll())).isEqualTo(FileOutcome.DONE);
    bothFail();
    sizeIs(file.inode().ino(), 100);
  }
}
