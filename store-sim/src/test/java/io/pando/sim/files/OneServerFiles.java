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
import io.pando.fs.inode.Inode;
import io.pando.fs.request.Caller;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.id.NodeId;
import io.pando.mds.life.MdsConfig;
import io.pando.sim.SimCluster;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import java.util.List;

/** A small simulated cluster with a file system and one metadata server, for tests of clients. */
final class OneServerFiles {
  private static final String FILES = "home";
  private static final Nodes SERVERS = new Nodes.OfRole(NodeId.Role.MDS);
  private static final Nodes OSDS = new Nodes.OfRole(NodeId.Role.OSD);

  private final SimCluster cluster;
  private final Cluster admin;
  private final SimMds server;

  OneServerFiles(long seed) {
    cluster = new SimCluster(seed, new SimCluster.Shape(1, 3, 1)).formed();
    admin = cluster.connect();
    server = new SimMds(cluster, 0, MdsConfig.usual(""));
    change(new Change.CreatePool("names", 4, 3, 2, null));
    change(new Change.CreatePool("bytes", 4, 3, 2, null));
    change(new Change.CreateFileSystem(FILES, "names", List.of("bytes")));
    server.start();
  }

  private void change(Change change) {
    cluster.await(admin.admin().changeAsync(change));
  }

  SimFiles open() {
    return SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT);
  }

  SimMds server() {
    return server;
  }

  FileOutcome await(SimFiles client, FileCall call) {
    return cluster.await(client.call(Caller.ROOT, call));
  }

  /** Does a call that has no result. */
  void does(SimFiles client, FileCall call) {
    assertThat(await(client, call)).isEqualTo(FileOutcome.DONE);
  }

  /** Makes a directory in the root. */
  Ino directory(SimFiles client, String name) {
    NewName directory =
        new NewName(Ino.ROOT, EntryName.of(name), 0755, 0, new FsRequest.NewContent.NewDirectory());
    return found(await(client, new FileCall.Make(directory))).ino();
  }

  private static Inode found(FileOutcome outcome) {
    assertThat(outcome).isInstanceOf(FileOutcome.Answered.class);
    FsAnswer answer = ((FileOutcome.Answered) outcome).answer();
    assertThat(answer).isInstanceOf(FsAnswer.Found.class);
    return ((FsAnswer.Found) answer).inode();
  }

  /** Makes a file in the root and opens it. */
  FileOutcome.Opened create(SimFiles client, String name) {
    return create(client, Ino.ROOT, name);
  }

  FileOutcome.Opened create(SimFiles client, Ino directory, String name) {
    NewName file =
        new NewName(directory, EntryName.of(name), 0644, 0, new FsRequest.NewContent.NewFile());
    FileOutcome created = await(client, new FileCall.Create(file, true, OpenMode.READ_WRITE));
    assertThat(created).isInstanceOf(FileOutcome.Opened.class);
    return (FileOutcome.Opened) created;
  }

  void sync(SimFiles client, long handle) {
    assertThat(await(client, new FileCall.Sync(handle, false)))
        .isEqualTo(new FileOutcome.Answered(new FsAnswer.Done()));
  }

  void runFor(long seconds) {
    cluster.world().runFor(seconds * SimCluster.SECOND);
  }

  /** The server's journal is not written until the fault is lifted. */
  LinkFault withoutJournal() {
    LinkFault fault = new LinkFault.Cut(SERVERS, OSDS);
    cluster.fabric().apply(fault);
    return fault;
  }

  /** The server does not hear a client until the fault is lifted. */
  LinkFault unheard(SimFiles client) {
    LinkFault fault = new LinkFault.Cut(Nodes.of(client.node()), SERVERS);
    cluster.fabric().apply(fault);
    return fault;
  }

  void lift(LinkFault fault) {
    cluster.fabric().lift(fault);
  }

  long sizeOf(SimFiles client, Ino ino) {
    return found(await(client, new FileCall.Request(new FsRequest.GetInode(ino)))).size();
  }

  /** The last client leaves, and nothing is left behind. */
  void ends(SimFiles last) {
    assertThat(cluster.await(last.close())).isTrue();
    assertThat(FilesAudit.problems(cluster, FILES)).isEmpty();
  }
}
