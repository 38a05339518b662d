package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.client.Cluster;
import io.pando.client.ListPage;
import io.pando.client.Pool;
import io.pando.client.fs.data.FileDataConfig;
import io.pando.cluster.Change;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.FileCall;
import io.pando.fs.call.FileOutcome;
import io.pando.fs.call.NewName;
import io.pando.fs.call.OpenMode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.id.NodeId;
import io.pando.mds.life.MdsConfig;
import io.pando.sim.SimCluster;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** New files that a client writes before the server has made them. */
class WrittenAheadTest {
  private static final String FILES = "photos";
  private static final Nodes SERVERS = new Nodes.OfRole(NodeId.Role.MDS);
  private static final Nodes OSDS = new Nodes.OfRole(NodeId.Role.OSD);
  private static final Payload BYTES = Payload.utf8("written ahead");

  /** Written bytes are sent after a tenth of a second. */
  private static final FileDataConfig CACHE =
      new FileDataConfig(4_000_000, 2_000_000, 16_384, 65_536, SimCluster.SECOND / 10, 65_536);

  private final SimCluster cluster = new SimCluster(7, new SimCluster.Shape(1, 3, 1)).formed();
  private final Cluster admin = cluster.connect();
  private final SimMds server = new SimMds(cluster, 0, MdsConfig.usual(""));
  private final SimFiles writer = begin();
  private final SimFiles reader = SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT);
  private Ino directory = Ino.ROOT;

  private SimFiles begin() {
    change(new Change.CreatePool("names", 4, 3, 2, null));
    change(new Change.CreatePool("bytes", 4, 3, 2, null));
    change(new Change.CreateFileSystem(FILES, "names", List.of("bytes")));
    server.start();
    return SimFiles.open(cluster, FILES, CACHE);
  }

  /** The writer is alone in a directory, and knows the layout of files there. */
  @BeforeEach
  void own() {
    NewName name =
        new NewName(Ino.ROOT, EntryName.of("d"), 0755, 0, new FsRequest.NewContent.NewDirectory());
    directory = ino(cluster.await(writer.call(Caller.ROOT, new FileCall.Make(name))));
    write("first");
    cluster.world().runFor(SimCluster.SECOND / 10);
  }

  private void change(Change change) {
    cluster.await(admin.admin().changeAsync(change));
  }

  private static Ino ino(FileOutcome outcome) {
    assertThat(outcome).isInstanceOf(FileOutcome.Answered.class);
    FsAnswer answer = ((FileOutcome.Answered) outcome).answer();
    assertThat(answer).isInstanceOf(FsAnswer.Found.class);
    return ((FsAnswer.Found) answer).inode().ino();
  }

  private CompletableFuture<FileOutcome> create(String name) {
    NewName file =
        new NewName(directory, EntryName.of(name), 0644, 0, new FsRequest.NewContent.NewFile());
    return writer.call(Caller.ROOT, new FileCall.Create(file, true, OpenMode.READ_WRITE));
  }

  private FileOutcome await(SimFiles client, FileCall call) {
    return cluster.await(client.call(Caller.ROOT, call));
  }

  private void write(String name) {
    write(((FileOutcome.Opened) cluster.await(create(name))).handle());
  }

  private void write(long handle) {
    assertThat(await(writer, new FileCall.Write(handle, 0, BYTES)))
        .isEqualTo(new FileOutcome.At(0));
    assertThat(await(writer, new FileCall.Close(handle))).isEqualTo(FileOutcome.DONE);
  }

  /** Without a server: the program continues at once. */
  private void writeAhead(String name) {
    long begun = cluster.world().nowNanos();
    write(name);
    assertThat(cluster.world().nowNanos() - begun).isLessThan(SimCluster.SECOND / 100);
  }

  private Payload read(String name) {
    FileCall lookup = new FileCall.Request(new FsRequest.Lookup(directory, EntryName.of(name)));
    Ino file = ino(await(reader, lookup));
    FileOutcome opened = await(reader, new FileCall.Open(file, OpenMode.READ));
    FileOutcome read =
        await(
            reader,
            new FileCall.Read(((FileOutcome.Opened) opened).handle(), new ByteRange(0, 100)));
    return ((FileOutcome.Bytes) read).bytes();
  }

  private void atRest() {
    assertThat(cluster.await(writer.close())).isTrue();
    assertThat(cluster.await(reader.close())).isTrue();
    assertThat(FilesAudit.problems(cluster, FILES)).isEmpty();
  }

  private LinkFault unheard() {
    return new LinkFault.Cut(Nodes.of(writer.node()), SERVERS);
  }

  @Test
  void othersReadWhatWasWritten() {
    writeAhead("a");
    assertThat(read("a")).isEqualTo(BYTES);
    atRest();
  }

  @Test
  void aSuccessorMakesTheFile() {
    LinkFault fault = unheard();
    cluster.fabric().apply(fault);
    writeAhead("a");
    server.crash();
    cluster.fabric().lift(fault);
    server.start();
    cluster.world().runFor(8 * SimCluster.SECOND);
    assertThat(read("a")).isEqualTo(BYTES);
    atRest();
  }

  @Test
  void aRequestThatWasLostIsRepeatedToTheSameServer() {
    LinkFault fault = unheard();
    cluster.fabric().apply(fault);
    writeAhead("a");
    cluster.world().runFor(SimCluster.SECOND);
    int _ = cluster.fabric().reset(Nodes.of(writer.node()), SERVERS);
    cluster.world().runFor(SimCluster.SECOND);
    cluster.fabric().lift(fault);
    cluster.world().runFor(3 * SimCluster.SECOND);
    assertThat(read("a")).isEqualTo(BYTES);
    assertThat(writer.losses()).isEmpty();
    atRest();
  }

  private int objects() {
    Pool bytes = admin.pool("bytes");
    ListPage page = cluster.await(bytes.listPageAsync(null, 100));
    int objects = page.names().size();
    while (page.next() != null) {
      page = cluster.await(bytes.listPageAsync(page.next(), 100));
      objects += page.names().size();
    }
    return objects;
  }

  /** Written bytes are at the OSDs, and the server does not know of the file. */
  private LinkFault writeUnheard() {
    int before = objects();
    LinkFault fault = unheard();
    cluster.fabric().apply(fault);
    writeAhead("a");
    cluster.world().runFor(3 * SimCluster.SECOND);
    assertThat(objects()).isEqualTo(before + 1);
    return fault;
  }

  private void noneIsLeft() {
    cluster.world().runFor(15 * SimCluster.SECOND);
    assertThat(cluster.await(reader.close())).isTrue();
    assertThat(FilesAudit.problems(cluster, FILES)).isEmpty();
    assertThat(objects()).as("that of the first file").isEqualTo(1);
  }

  @Test
  void noObjectIsLeftOfAFileThatNoServerMade() {
    LinkFault _ = writeUnheard();
    long session = writer.sessions().getLast();
    cluster.await(admin.admin().files().evictAsync(FILES, 0, session));
    writer.process().kill();
    noneIsLeft();
  }

  @Test
  void noObjectIsLeftIfTheServerFailsToo() {
    LinkFault _ = writeUnheard();
    writer.process().kill();
    server.crash();
    cluster.world().runFor(SimCluster.SECOND);
    server.start();
    cluster.world().runFor(30 * SimCluster.SECOND);
    noneIsLeft();
  }

  /** Sets a limit that the next file exceeds; the writer has the directory for itself already. */
  private void limit() {
    FsRequest quota =
        new FsRequest.SetXattr(
            Ino.ROOT, "pando.quota.files", Payload.utf8("2"), FsRequest.XattrMode.EITHER);
    assertThat(ino(await(reader, new FileCall.Request(quota)))).isEqualTo(Ino.ROOT);
  }

  /** The server hears of a file, and refuses it. */
  private void hear(LinkFault fault) {
    int _ = cluster.fabric().reset(Nodes.of(writer.node()), SERVERS);
    cluster.fabric().lift(fault);
  }

  @Test
  void aClientClosesOnceSuchAnObjectIsRemoved() {
    limit();
    LinkFault fault = writeUnheard();
    LinkFault silent = new LinkFault.Cut(Nodes.of(writer.node()), OSDS);
    cluster.fabric().apply(silent);
    hear(fault);
    CompletableFuture<Boolean> closed = writer.close();
    cluster.world().runFor(3 * SimCluster.SECOND);
    assertThat(closed).isNotDone();
    int _ = cluster.fabric().reset(Nodes.of(writer.node()), OSDS);
    cluster.fabric().lift(silent);
    assertThat(cluster.await(closed)).as("a change is lost").isFalse();
    assertThat(writer.losses()).isEmpty();
    noneIsLeft();
  }

  @Test
  void theObjectOfAFileThatIsRefusedIsRemoved() {
    limit();
    hear(writeUnheard());
    cluster.world().runFor(5 * SimCluster.SECOND);
    assertThat(objects()).as("that of the first file").isEqualTo(1);
    assertThat(await(writer, new FileCall.SyncAll())).isEqualTo(FileOutcome.failed(FsError.EIO));
    assertThat(writer.losses()).isEmpty();
    atRest();
  }
}
