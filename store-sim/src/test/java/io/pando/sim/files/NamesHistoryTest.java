package io.pando.sim.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.client.Cluster;
import io.pando.cluster.Change;
import io.pando.fs.EntryName;
import io.pando.fs.Ino;
import io.pando.fs.call.NewName;
import io.pando.fs.request.FsAnswer;
import io.pando.fs.request.FsError;
import io.pando.fs.request.FsRequest;
import io.pando.mds.journal.JournalLayout;
import io.pando.mds.life.MdsConfig;
import io.pando.mds.rank.RankConfig;
import io.pando.mds.store.StoreLimits;
import io.pando.random.Random64;
import io.pando.sim.SimCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that change the same names one after the other, while the metadata servers fail: each
 * answer is that of a map of names.
 */
class NamesHistoryTest {
  private static final String FILES = "photos";
  private static final int STEPS = 120;
  private static final int SHORT_OBJECT_BYTES = 4_096;

  /** A directory of the model: its number, and what its names stand for. */
  private record Known(Ino ino, boolean isDirectory) {}

  private final List<SimMds> servers = new ArrayList<>();
  private final List<SimFileClient> clients = new ArrayList<>();
  private final Map<Ino, Map<String, Known>> model = new TreeMap<>();
  private int ahead;
  private SimCluster cluster = new SimCluster(1, new SimCluster.Shape(1, 1, 1));

  private void begin(long seed) {
    cluster = new SimCluster(seed, new SimCluster.Shape(3, 3, 1)).formed();
    Cluster admin = cluster.connect();
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("names", 4, 3, 2, null)));
    cluster.await(admin.admin().changeAsync(new Change.CreatePool("bytes", 4, 3, 2, null)));
    cluster.await(
        admin.admin().changeAsync(new Change.CreateFileSystem(FILES, "names", List.of("bytes"))));
    boolean followed = seed % 2 == 0;
    if (followed) {
      cluster.await(
          admin.admin().changeAsync(new Change.SetFileSystem(FILES, "standby_replay", "true")));
    }
    MdsConfig config = isShort(seed) ? withShortJournal() : MdsConfig.usual("");
    for (int i = 0; i < (followed ? 3 : 2); i++) {
      SimMds server = new SimMds(cluster, i, config);
      servers.add(server);
      server.start();
    }
    for (int i = 0; i < 3; i++) {
      clients.add(SimFileClient.start(cluster, FILES));
    }
    cluster
        .world()
        .runUntil(
            () -> clients.stream().allMatch(SimFileClient::isOpen),
            cluster.world().nowNanos() + 10 * SimCluster.SECOND);
    model.put(Ino.ROOT, new TreeMap<>());
  }

  /** A journal that is cut often, also below a follower. */
  private static MdsConfig withShortJournal() {
    MdsConfig usual = MdsConfig.usual("");
    RankConfig.Limits limits =
        new RankConfig.Limits(
            new StoreLimits(12_000, 200_000, 50, 4_000, 4, 100),
            usual.limits().sessions(),
            usual.limits().service());
    return new MdsConfig(
        "",
        usual.beaconNanos(),
        usual.graceNanos(),
        usual.retryNanos(),
        SHORT_OBJECT_BYTES,
        limits);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14})
  void answersAreThoseOfTheModel(long seed) {
    begin(seed);
    Random64 random = new Random64(seed);
    for (int i = 0; i < STEPS; i++) {
      if (random.nextInt(12) == 0) {
        trouble(random);
      }
      step(random, clients.get(random.nextInt(clients.size())));
    }
    assertThat(clients).allSatisfy(client -> assertThat(client.losses()).isEmpty());
    checkObjects(seed);
  }

  private void checkObjects(long seed) {
    int bytes = isShort(seed) ? SHORT_OBJECT_BYTES : JournalLayout.USUAL_OBJECT_BYTES;
    assertThat(FilesAudit.problems(cluster, FILES, new JournalLayout(0, bytes))).isEmpty();
  }

  private static boolean isShort(long seed) {
    return seed % 4 < 2;
  }

  /** Each client has a directory of its own, into which the others look now and then. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 5, 7, 8, 10})
  void changesThatAreAnsweredAheadAreThoseOfTheModel(long seed) {
    begin(seed);
    Random64 random = new Random64(seed);
    List<Ino> homes = new ArrayList<>();
    for (SimFileClient each : clients) {
      make(each, Ino.ROOT, "home " + homes.size(), true);
      homes.add(List.copyOf(model.keySet()).getLast());
    }
    for (int i = 0; i < STEPS / 4; i++) {
      if (random.nextInt(4) == 0) {
        trouble(random);
      }
      int client = random.nextInt(clients.size());
      int home = random.nextInt(6) == 0 ? random.nextInt(homes.size()) : client;
      for (int j = random.nextInt(12); j >= 0; j--) {
        change(random, clients.get(client), homes.get(home));
      }
      step(random, clients.get(random.nextInt(clients.size())));
    }
    assertThat(ahead).as("changes that no message was awaited for").isGreaterThan(5);
    assertThat(clients)
        .allSatisfy(client -> {
          assertThat(await(client.sync())).isEqualTo(new FsAnswer.Done());
          assertThat(client.losses()).isEmpty();
        });
    checkObjects(seed);
  }

  private void change(Random64 random, SimFileClient client, Ino directory) {
    if (model.containsKey(directory)) {
      String name = "n" + random.nextInt(5);
      Known known = names(directory).get(name);
      long began = cluster.world().nowNanos();
      if (known == null || known.isDirectory()) {
        make(client, directory, name, false);
      } else {
        remove(client, directory, name, known);
      }
      ahead += cluster.world().nowNanos() == began ? 1 : 0;
    }
  }

  private void trouble(Random64 random) {
    SimMds server = servers.get(random.nextInt(servers.size()));
    switch (random.nextInt(4)) {
      case 0 -> server.crash();
      case 1 -> server.losePower();
      case 2 -> {
        server.pause();
        long atNanos = cluster.world().nowNanos() + random.between(1, 4 * SimCluster.SECOND);
        cluster.world().at(atNanos, server::resume);
      }
      default -> {
        if (server.isAlive()) {
          server.stop();
        }
      }
    }
    long atNanos = cluster.world().nowNanos() + random.between(1, 3 * SimCluster.SECOND);
    cluster
        .world()
        .at(
            atNanos,
            () -> {
              if (!server.isAlive()) {
                server.start();
              }
            });
  }

  private void step(Random64 random, SimFileClient client) {
    List<Ino> directories = List.copyOf(model.keySet());
    Ino directory = directories.get(random.nextInt(directories.size()));
    String name = "n" + random.nextInt(5);
    Map<String, Known> names = names(directory);
    Known known = names.get(name);
    switch (random.nextInt(7)) {
      case 0, 1 -> make(client, directory, name, false);
      case 2 -> make(client, directory, name, random.nextInt(3) > 0);
      case 3 -> remove(client, directory, name, known);
      case 4 -> rename(random, client, directory, name);
      case 5 -> {
        FsAnswer answer = await(client.execute(new FsRequest.Lookup(directory, of(name))));
        if (known == null) {
          assertThat(answer).isEqualTo(new FsAnswer.Failed(FsError.ENOENT));
        } else {
          assertThat(answer).isInstanceOf(FsAnswer.Found.class);
          assertThat(((FsAnswer.Found) answer).inode().ino()).isEqualTo(known.ino());
        }
      }
      default -> {
        FsAnswer answer =
            await(client.execute(new FsRequest.ListDirectory(directory, -1, null, 100)));
        assertThat(answer).isInstanceOf(FsAnswer.Listing.class);
        assertThat(((FsAnswer.Listing) answer).entries())
            .extracting(entry -> entry.name() + " " + entry.inode().ino())
            .containsExactlyInAnyOrderElementsOf(
                names.entrySet().stream()
                    .map(entry -> of(entry.getKey()) + " " + entry.getValue().ino())
                    .toList());
      }
    }
    if (random.nextInt(10) == 0) {
      assertThat(await(client.sync())).isEqualTo(new FsAnswer.Done());
    }
  }

  private Map<String, Known> names(Ino directory) {
    return model.computeIfAbsent(directory, _ -> new TreeMap<>());
  }

  private void make(SimFileClient client, Ino directory, String name, boolean isDirectory) {
    FsRequest.NewContent content =
        isDirectory ? new FsRequest.NewContent.NewDirectory() : new FsRequest.NewContent.NewFile();
    FsAnswer answer = await(client.make(new NewName(directory, of(name), 0755, 0, content)));
    if (names(directory).containsKey(name)) {
      assertThat(answer).isEqualTo(new FsAnswer.Failed(FsError.EEXIST));
      return;
    }
    assertThat(answer).as("%s in %s", name, directory).isInstanceOf(FsAnswer.Found.class);
    Ino ino = ((FsAnswer.Found) answer).inode().ino();
    names(directory).put(name, new Known(ino, isDirectory));
    if (isDirectory) {
      model.put(ino, new TreeMap<>());
    }
  }

  private void remove(SimFileClient client, Ino directory, String name, @Nullable Known known) {
    boolean ofDirectory = known != null && known.isDirectory();
    FsAnswer answer = await(client.execute(new FsRequest.Remove(directory, of(name), ofDirectory)));
    if (known == null) {
      assertThat(answer).isEqualTo(new FsAnswer.Failed(FsError.ENOENT));
    } else if (ofDirectory && !names(known.ino()).isEmpty()) {
      assertThat(answer).isEqualTo(new FsAnswer.Failed(FsError.ENOTEMPTY));
    } else {
      assertThat(answer).isEqualTo(new FsAnswer.Done());
      names(directory).remove(name);
      model.remove(known.ino());
    }
  }

  private void rename(Random64 random, SimFileClient client, Ino directory, String name) {
    Known moved = names(directory).get(name);
    if (moved == null || moved.isDirectory()) {
      return;
    }
    List<Ino> directories = List.copyOf(model.keySet());
    Ino to = directories.get(random.nextInt(directories.size()));
    String other = "n" + random.nextInt(5);
    Known replaced = names(to).get(other);
    FsAnswer answer =
        await(
            client.execute(
                new FsRequest.Rename(
                    directory, of(name), to, of(other), FsRequest.RenameMode.REPLACE)));
    if (replaced != null && replaced.isDirectory()) {
      // Not empty, if the file is below the directory that it is to replace.
      assertThat(answer)
          .isIn(new FsAnswer.Failed(FsError.EISDIR), new FsAnswer.Failed(FsError.ENOTEMPTY));
    } else {
      assertThat(answer).isEqualTo(new FsAnswer.Done());
      names(directory).remove(name);
      names(to).put(other, moved);
    }
  }

  private static EntryName of(String name) {
    return EntryName.of(name);
  }

  private FsAnswer await(CompletableFuture<FsAnswer> answer) {
    return cluster.await(answer);
  }
}
