package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.NewName;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsRequest;
import io.pando.mds.life.MdsConfig;
import io.pando.sim.SimCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Names of files from clients to objects, through metadata servers that fail. */
class FileNamesTest {
  private static final String FILES = "photos";

  private final List<SimMds> servers = new ArrayList<>();
  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));

  private void begin(long seed, int count) {
    cluster = new SimCluster(seed, new SimCluster.Shape(3, 3, 1)).formed();
    Cluster admin = cluster.connect();
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("names", 4, 3, 2, null)));
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("bytes", 4, 3, 2, null)));
    cluster.await(
        admin.admin().changeAsync(new Change.CreateFileSystem(FILES, "names", List.of("bytes"))));
    for (int i = 0; i < count; i++) {
      SimMds server = new SimMds(cluster, i, MdsConfig.usual(""));
      servers.add(server);
      server.start();
    }
  }

  private SimFileClient client() {
    SimFileClient client = SimFileClient.start(cluster, FILES);
    cluster.world().runUntil(client::isOpen, cluster.world().nowNanos() + 10 * SimCluster.SECOND);
    return client;
  }

  private static NewName file(String name) {
    return new NewName(Ino.ROOT, EntryName.of(name), 0644, 0, new FsRequest.NewContent.NewFile());
  }

  private FsAnswer await(CompletableFuture<FsAnswer> answer) {
    return cluster.await(answer);
  }

  @Test
  void fileThatOneClientMakesIsFoundByAnother() {
    begin(1, 1);
    SimFileClient one = client();
    SimFileClient two = client();
    FsAnswer made = await(one.make(file("a")));
    assertThat(made).isInstanceOf(FsAnswer.Found.class);
    FsAnswer found = await(two.execute(new FsRequest.Lookup(Ino.ROOT, EntryName.of("a"))));
    assertThat(found).isInstanceOf(FsAnswer.Found.class);
    assertThat(((FsAnswer.Found) found).inode().ino())
        .isEqualTo(((FsAnswer.Found) made).inode().ino());
  }

  @Test
  void namesSurviveTheirServer() {
    begin(2, 2);
    SimFileClient client = client();
    int acknowledged = 0;
    for (int i = 0; i < 60; i++) {
      assertThat(await(client.make(file("f" + i)))).isInstanceOf(FsAnswer.Found.class);
      acknowledged++;
      if (i % 20 == 10) {
        servers.stream()
            .filter(server -> server.serves().isPresent())
            .findFirst()
            .ifPresent(SimMds::crash);
        servers.stream().filter(server -> !server.isAlive()).forEach(SimMds::start);
      }
    }
    assertThat(await(client.sync())).isInstanceOf(FsAnswer.Done.class);
    SimFileClient other = client();
    FsAnswer listed = await(other.execute(new FsRequest.ListDirectory(Ino.ROOT, -1, null, 1_000)));
    assertThat(((FsAnswer.Listing) listed).entries()).hasSize(acknowledged);
    assertThat(client.losses()).isEmpty();
  }
}
