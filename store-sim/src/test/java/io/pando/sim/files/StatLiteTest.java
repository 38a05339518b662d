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
import io.pando.fs.request.FsRequest;
import io.pando.id.NodeId;
import io.pando.mds.life.MdsConfig;
import io.pando.sim.SimCluster;
import io.pando.sim.net.LinkFault;
import io.pando.sim.net.Nodes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Attributes of a file that another client writes, without the size as it is now. */
class StatLiteTest {
  private static final String FILES = "photos";
  private static final Nodes SERVERS = new Nodes.OfRole(NodeId.Role.MDS);
  private static final FsRequest.Query BY_NAME =
      new FsRequest.Lookup(Ino.ROOT, EntryName.of("log"));

  private final SimCluster cluster = new SimCluster(7, new SimCluster.Shape(1, 3, 1)).formed();

  private FileOutcome await(SimFiles client, FileCall call) {
    return cluster.await(client.call(Caller.ROOT, call));
  }

  private Inode inode(SimFiles client, FileCall call) {
    return ((FsAnswer.Found) ((FileOutcome.Answered) await(client, call)).answer()).inode();
  }

  @Test
  void serverAndWriterAreNotAsked() {
    Cluster admin = cluster.connect();
    for (Change each :
        List.of(
            new Change.CreatePool("names", 4, 3, 2, null),
            new Change.CreatePool("bytes", 4, 3, 2, null),
            new Change.CreateFileSystem(FILES, "names", List.of("bytes")))) {
      cluster.await(admin.admin().changeAsync(each));
    }
    new SimMds(cluster, 0, MdsConfig.usual("")).start();
    SimFiles writer = SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT);
    SimFiles reader = SimFiles.open(cluster, FILES, FileDataConfig.DEFAULT);
    NewName name =
        new NewName(Ino.ROOT, EntryName.of("log"), 0644, 0, new FsRequest.NewContent.NewFile());
    FileOutcome.Opened log =
        (FileOutcome.Opened) await(writer, new FileCall.Create(name, true, OpenMode.READ_WRITE));
    FileOutcome wrote = await(writer, new FileCall.Write(log.handle(), 0, Payload.utf8("one")));
    assertThat(wrote).isEqualTo(new FileOutcome.At(0));
    // The writer made the file ahead of the server: the first look takes the directory from it.
    for (int i = 0; i < 2; i++) {
      assertThat(inode(reader, new FileCall.StatLite(BY_NAME)).size()).isEqualTo(3);
      cluster.world().runFor(SimCluster.SECOND);
    }
    wrote = await(writer, new FileCall.Write(log.handle(), 3, Payload.utf8("two")));
    assertThat(wrote).isEqualTo(new FileOutcome.At(3));
    cluster.world().runFor(SimCluster.SECOND);
    LinkFault unheard = new LinkFault.Cut(Nodes.of(reader.node()), SERVERS);
    cluster.fabric().apply(unheard);
    long begunNanos = cluster.world().nowNanos();
    assertThat(inode(reader, new FileCall.StatLite(BY_NAME)).size()).isEqualTo(3);
    assertThat(cluster.world().nowNanos() - begunNanos).isLessThan(SimCluster.SECOND / 100);
    cluster.fabric().lift(unheard);
    assertThat(inode(reader, new FileCall.Request(BY_NAME)).size()).isEqualTo(6);
    assertThat(inode(reader, new FileCall.StatLite(BY_NAME)).size()).isEqualTo(6);
  }
}
