package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.files.FileMap;
import io.pando.cluster.files.FileSystem;
import io.pando.cluster.files.MdsIncarnation;
import io.pando.cluster.files.Rank;
import io.pando.cluster.files.RankState;
import io.pando.id.Address;
import io.pando.id.NodeId;
import io.pando.id.PoolId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What operators do with file systems. */
class FileSystemRulesTest {
  private final RuleBook book = RuleBook.withOsds(3);

  @BeforeEach
  void makePools() {
    for (String name : List.of("meta", "data", "more", "other")) {
      book.accept(new Change.CreatePool(name, 1, 2, 1, null));
    }
    book.accept(new Change.CreateErasurePool("coded", 1, "2+1"));
  }

  private static Change create(String name, String metadata, String... data) {
    return new Change.CreateFileSystem(name, metadata, List.of(data));
  }

  private FileSystem files(String name) {
    return book.map().files().named(name).orElseThrow();
  }

  private PoolId id(String pool) {
    return book.pool(pool).id();
  }

  private MdsIncarnation start(int number) {
    MdsIncarnation life = new MdsIncarnation(100 + number);
    Address address =
        new Address(new NodeId(NodeId.Role.MDS, number), number, "127.0.0.1", 7000 + number);
    book.accept(new Change.BootMds(life, address, "", 2));
    return life;
  }

  @Test
  void aFileSystemHasPoolsOfItsOwn() {
    assertThat(book.accept(create("a", "meta", "data", "coded")))
        .startsWith("made file system 'a'");
    assertThat(files("a").pools())
        .isEqualTo(new FileSystem.Pools(id("meta"), List.of(id("data"), id("coded"))));
    assertThat(files("a").settings()).isEqualTo(FileSystem.Settings.DEFAULT);
    assertThat(files("a").ranks()).containsOnlyKeys(0);
    assertThat(files("a").ranks().get(0)).isEqualTo(Rank.fresh(book.map().epoch()));
    assertThat(book.acceptInVain(create("a", "meta", "data", "coded"))).contains("exists already");
    assertThat(book.reject(create("a", "more", "other"))).contains("with other pools");
    assertThat(book.reject(create("b", "more", "data")))
        .isEqualTo("file system 'a' uses pool 'data' already: make another one (pool create)");
    assertThat(book.reject(create("b", "meta", "more"))).contains("uses pool 'meta'");
    book.accept(create("b", "more", "other"));
    assertThat(files("b").id().value()).isEqualTo(2);
  }

  @Test
  void whatCannotBeAFileSystemIsRejected() {
    assertThat(book.reject(create("a b", "meta", "data"))).contains("file system name 'a b'");
    assertThat(book.reject(create("a", "none", "data"))).contains("no pool 'none'");
    assertThat(book.reject(create("a", "meta", "none"))).contains("no pool 'none'");
    assertThat(book.reject(create("a", "meta"))).contains("1 to 64 data pools");
    assertThat(book.reject(create("a", "meta", "meta"))).contains("named once");
    assertThat(book.reject(create("a", "coded", "data")))
        .contains("'coded' is erasure-coded")
        .contains("pool create");
  }

  @Test
  void poolsInUseStay() {
    book.accept(create("a", "meta", "data"));
    assertThat(book.reject(new Change.DeletePool("data", "data"))).contains("fs rm a a");
    assertThat(book.reject(new Change.DeletePool("meta", "meta"))).contains("file system 'a'");
    book.accept(new Change.RemoveFileSystem("a", "a", false));
    book.accept(new Change.DeletePool("data", "data"));
  }

  @Test
  void dataPoolsComeAndGo() {
    book.accept(create("a", "meta", "data"));
    book.accept(new Change.AddDataPool("a", "coded"));
    book.acceptInVain(new Change.AddDataPool("a", "coded"));
    assertThat(files("a").pools().data()).containsExactly(id("data"), id("coded"));
    assertThat(book.reject(new Change.AddDataPool("a", "meta"))).contains("uses pool 'meta'");
    assertThat(book.reject(new Change.AddDataPool("a", "none"))).contains("no pool 'none'");
    assertThat(book.reject(new Change.AddDataPool("x", "more")))
        .contains("file system 'x' does not exist");
    assertThat(book.reject(new Change.RemoveDataPool("a", "data"))).contains("default data pool");
    assertThat(book.reject(new Change.RemoveDataPool("a", "meta"))).contains("stays");
    book.accept(new Change.RemoveDataPool("a", "coded"));
    book.acceptInVain(new Change.RemoveDataPool("a", "coded"));
    assertThat(files("a").pools().data()).containsExactly(id("data"));
    book.accept(new Change.DeletePool("coded", "coded"));
  }

  @Test
  void settings() {
    book.accept(create("a", "meta", "data"));
    book.accept(new Change.SetFileSystem("a", "standby_replay", "true"));
    book.acceptInVain(new Change.SetFileSystem("a", "standby_replay", "true"));
    book.accept(new Change.SetFileSystem("a", "standbys_wanted", "3"));
    book.accept(new Change.SetFileSystem("a", "joinable", "false"));
    book.acceptInVain(new Change.SetFileSystem("a", "max_ranks", "1"));
    assertThat(files("a").settings()).isEqualTo(new FileSystem.Settings(1, true, 3, false));
    for (List<String> wrong :
        List.of(
            List.of("max_ranks", "2"),
            List.of("joinable", "yes"),
            List.of("standbys_wanted", "101"),
            List.of("colour", "red"))) {
      assertThat(book.reject(new Change.SetFileSystem("a", wrong.getFirst(), wrong.getLast())))
          .contains("there are max_ranks (1)");
    }
    assertThat(book.reject(new Change.SetFileSystem("x", "joinable", "true"))).contains("fs ls");
  }

  @Test
  void aServedFileSystemIsRemovedByForceOnly() {
    book.accept(create("a", "meta", "data"));
    MdsIncarnation holder = start(1);
    assertThat(book.reject(new Change.RemoveFileSystem("a", "b", false))).contains("second time");
    assertThat(book.reject(new Change.RemoveFileSystem("a", "a", false)))
        .contains("is served by mds.1")
        .contains("fs set a joinable false");
    book.accept(new Change.RemoveFileSystem("a", "a", true));
    assertThat(book.map().files().systems()).isEmpty();
    assertThat(book.map().files().daemons()).isEmpty();
    assertThat(book.map().fences().contains(holder.number())).isTrue();
    book.acceptInVain(new Change.RemoveFileSystem("a", "a", true));
    book.accept(create("a", "meta", "data"));
    assertThat(files("a").id().value()).as("no number is used twice").isEqualTo(2);
  }

  @Test
  void noDaemonTakesARankThatAnOperatorKeeps() {
    book.accept(create("a", "meta", "data"));
    book.accept(new Change.SetFileSystem("a", "joinable", "false"));
    MdsIncarnation daemon = start(1);
    assertThat(book.map().files().standbys()).hasSize(1);
    book.accept(new Change.SetFileSystem("a", "joinable", "true"));
    assertThat(book.map().files().heldBy(daemon)).isPresent();
    assertThat(files("a").ranks().get(0))
        .isEqualTo(new Rank(RankState.REPLAY, daemon, null, book.map().epoch(), false, ""));
  }

  @Test
  void fileSystemsAreLimited() {
    List<String> pools = new ArrayList<>();
    for (int i = 0; i < 2 * (FileMap.MOST_SYSTEMS + 1); i++) {
      pools.add("p" + i);
      book.accept(new Change.CreatePool("p" + i, 1, 2, 1, null));
    }
    for (int i = 0; i < FileMap.MOST_SYSTEMS; i++) {
      book.accept(create("f" + i, pools.get(2 * i), pools.get(2 * i + 1)));
    }
    assertThat(book.reject(create("last", pools.get(pools.size() - 2), pools.getLast())))
        .contains("64 file systems already");
  }
}
