package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.Compression;
import io.pando.cluster.GroupMapping;
import io.pando.cluster.Placement;
import io.pando.cluster.Replication;
import io.pando.crush.text.CrushText;
import io.pando.id.MemberList;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class OperatorRulesTest {
  private static final OsdId OSD0 = new OsdId(0);

  private static Change.CreatePool pool(String name) {
    return new Change.CreatePool(name, 8, 0, 0, null);
  }

  @Test
  void osdsAreNumberedFromTheLowestFreeNumber() {
    RuleBook book = new RuleBook();
    assertThat(book.accept(new Change.CreateOsd(null, null))).startsWith("osd.0 ");
    assertThat(book.accept(new Change.CreateOsd(new OsdId(2), null))).startsWith("osd.2 ");
    assertThat(book.accept(new Change.CreateOsd(null, new UUID(1, 1)))).startsWith("osd.1 ");
    assertThat(book.acceptInVain(new Change.CreateOsd(null, new UUID(1, 1)))).startsWith("osd.1 ");
    assertThat(book.reject(new Change.CreateOsd(new OsdId(2), new UUID(1, 1)))).contains("osd.1");
    assertThat(book.reject(new Change.CreateOsd(new OsdId(1), new UUID(2, 2)))).contains("purge");
    assertThat(book.reject(new Change.CreateOsd(new OsdId(1 << 20), null))).contains("65535");
  }

  @Test
  void theHighestNumberOfAnOsdIsOneBelowTheirLimit() {
    RuleBook book = new RuleBook();
    assertThat(book.accept(new Change.CreateOsd(new OsdId(65_534), null))).contains("osd.65534 ");
    assertThat(book.accept(new Change.CreateOsd(new OsdId(65_535), null))).contains("osd.65535 ");
    assertThat(book.reject(new Change.CreateOsd(new OsdId(65_536), null)))
        .isEqualTo("osd.65536 is beyond the highest number, 65535");
    assertThat(book.map().osds()).containsOnlyKeys(new OsdId(65_534), new OsdId(65_535));
  }

  @Test
  void onlyAnOsdThatIsDownIsPurged() {
    RuleBook book = RuleBook.withOsds(2);
    assertThat(book.reject(new Change.PurgeOsd(OSD0, true))).contains("is up");
    book.accept(new Change.Stop(OSD0, 1));
    book.accept(new Change.PurgeOsd(OSD0, true));
    assertThat(book.map().osds()).containsOnlyKeys(new OsdId(1));
    assertThat(book.map().crush().idOf("osd.0")).isEmpty();
    book.acceptInVain(new Change.PurgeOsd(OSD0, true));
  }

  @Test
  void marksNameWhoDoesNotExist() {
    RuleBook book = RuleBook.withOsds(1);
    List<OsdId> osds = List.of(OSD0, new OsdId(4));
    assertThat(book.reject(new Change.MarkDown(osds))).contains("osd.4");
    assertThat(book.reject(new Change.MarkOut(osds))).contains("osd.4");
    assertThat(book.reject(new Change.MarkIn(osds))).contains("osd.4");
    assertThat(book.reject(new Change.Reweight(new OsdId(4), 1))).contains("osd.4");
    assertThat(book.reject(new Change.Reweight(OSD0, 0x10001))).contains("0 to 1");
    book.accept(new Change.Reweight(OSD0, 0x8000));
    assertThat(book.osd(0).weight().reweight()).isEqualTo(0x8000);
  }

  @Test
  void aReweightIsFromNothingToAll() {
    RuleBook book = RuleBook.withOsds(1);
    assertThat(book.reject(new Change.Reweight(OSD0, -1))).contains("0 to 1");
    assertThat(book.accept(new Change.Reweight(OSD0, 0))).isEqualTo("reweighted osd.0 to 0x0");
    assertThat(book.osd(0).weight().reweight()).isZero();
    book.accept(new Change.Reweight(OSD0, 0x10000));
    assertThat(book.osd(0).weight().reweight()).isEqualTo(0x10000);
    assertThat(book.acceptInVain(new Change.Reweight(OSD0, 0x10000)))
        .isEqualTo("reweighted osd.0 to 0x10000");
  }

  @Test
  void poolTakesTheDefaultsAndASecret() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.CreatePool("rbd", 0, 0, 0, null));
    assertThat(book.pool("rbd").size()).isEqualTo(3);
    assertThat(book.pool("rbd").minSize()).isEqualTo(2);
    assertThat(book.pool("rbd").groupCount()).isEqualTo(32);
    assertThat(book.pool("rbd").treeKey()).isEqualTo(99);
    assertThat(book.pool("rbd").createdEpoch()).isEqualTo(book.map().epoch());
    assertThat(book.acceptInVain(new Change.CreatePool("rbd", 0, 0, 0, null))).contains("already");
    assertThat(book.reject(new Change.CreatePool("rbd", 0, 2, 0, null))).contains("rbd");
  }

  @Test
  void poolsAreValidated() {
    RuleBook book = RuleBook.withOsds(3);
    assertThat(book.reject(pool(""))).contains("name");
    assertThat(book.reject(pool("a b"))).contains("'a b'");
    assertThat(book.reject(pool(".a"))).contains("'.a'");
    assertThat(book.reject(new Change.CreatePool("a", 8, 11, 0, null))).contains("1 to 10");
    assertThat(book.reject(new Change.CreatePool("a", 8, 2, 3, null))).contains("min_size");
    assertThat(book.reject(new Change.CreatePool("a", 70_000, 2, 0, null))).contains("65536");
    assertThat(book.reject(new Change.CreatePool("a", 60_000, 2, 0, null))).contains("fewer");
    assertThat(book.reject(new Change.CreatePool("a", 8, -1, 0, null))).contains("-1");
    assertThat(book.reject(new Change.CreatePool("a", 8, 3, 0, "nope")))
        .contains("'nope'")
        .contains("replicated_rule");
  }

  @Test
  void poolIsRemovedOnlyWithItsNameTwiceAndItsNumberIsNotUsedAgain() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(pool("a"));
    int number = book.pool("a").id().value();
    assertThat(book.reject(new Change.DeletePool("a", ""))).contains("second time");
    book.accept(new Change.SetPool("a", "nodelete", "true"));
    assertThat(book.reject(new Change.DeletePool("a", "a"))).contains("nodelete");
    book.accept(new Change.SetPool("a", "nodelete", "false"));
    book.accept(new Change.DeletePool("a", "a"));
    book.acceptInVain(new Change.DeletePool("a", "a"));
    book.accept(pool("a"));
    assertThat(book.pool("a").id().value()).isGreaterThan(number);
  }

  @Test
  void poolIsRenamed() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(pool("a"));
    book.accept(pool("b"));
    assertThat(book.reject(new Change.RenamePool("a", "b"))).contains("'b'");
    assertThat(book.reject(new Change.RenamePool("x", "y"))).contains("'x'");
    assertThat(book.reject(new Change.RenamePool("a", "c/d"))).contains("'c/d'");
    book.accept(new Change.RenamePool("a", "c"));
    book.acceptInVain(new Change.RenamePool("a", "c"));
    assertThat(book.map().poolNamed("a")).isEmpty();
  }

  @Test
  void settingsOfAPoolAreValidated() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(pool("a"));
    book.accept(new Change.SetPool("a", "size", "1"));
    assertThat(book.pool("a").minSize()).isEqualTo(1);
    book.accept(new Change.SetPool("a", "size", "4"));
    book.accept(new Change.SetPool("a", "min_size", "3"));
    assertThat(book.reject(new Change.SetPool("a", "min_size", "5"))).contains("1 to 4");
    assertThat(book.reject(new Change.SetPool("a", "size", "many"))).contains("'many'");
    assertThat(book.reject(new Change.SetPool("a", "colour", "red"))).contains("min_size");
    assertThat(book.reject(new Change.SetPool("b", "size", "2"))).contains("'b'");
    assertThat(book.reject(new Change.SetPool("a", "replication", "star"))).contains("splay");
    assertThat(book.pool("a").replication()).isEqualTo(Replication.PRIMARY);
    book.accept(new Change.SetPool("a", "replication", "chain"));
    book.accept(new Change.SetPool("a", "min_size", "2"));
    assertThat(book.pool("a").replication()).isEqualTo(Replication.CHAIN);
    assertThat(book.reject(new Change.SetPool("a", "compression", "gzip"))).contains("zstd");
    assertThat(book.pool("a").options().compression()).isEqualTo(Compression.NONE);
    book.accept(new Change.SetPool("a", "compression", "lz4"));
    assertThat(book.pool("a").options().compression()).isEqualTo(Compression.LZ4);
    book.accept(new Change.CreatePool("s", 8, 3, 2, null, Replication.SPLAY));
    assertThat(book.pool("s").replication()).isEqualTo(Replication.SPLAY);
    assertThat(book.reject(new Change.CreatePool("s", 8, 3, 2, null))).contains("splay");
    assertThat(book.reject(new Change.SetPool("a", "nodelete", "maybe"))).contains("'maybe'");
    book.accept(new Change.CreateRule("flat", "default", "osd", null));
    book.acceptInVain(new Change.CreateRule("flat", "default", "osd", null));
    assertThat(book.reject(new Change.CreateRule("flat", "default", "host", null)))
        .contains("flat");
    book.accept(new Change.SetPool("a", "crush_rule", "flat"));
    assertThat(book.pool("a").rule()).isEqualTo(1);
  }

  @Test
  void crushKeepsToOsdsThatExistAndToRulesInUse() {
    RuleBook book = RuleBook.withOsds(2);
    book.accept(pool("a"));
    String text = CrushText.print(book.map().crush());
    book.acceptInVain(new Change.SetCrush(text));
    assertThat(book.reject(new Change.SetCrush("bogus"))).contains("cannot be read");
    assertThat(
            book.reject(
                new Change.SetCrush(
                    CrushText.print(new RuleBook().map().crush()).replace("id 0", "id 5"))))
        .contains("pool 'a'");
    assertThat(book.reject(new Change.PlaceInCrush("osd.7", null, List.of("host=h7"))))
        .contains("osd.7")
        .contains("osd create");
    assertThat(book.reject(new Change.PlaceInCrush("osd.0", null, List.of("h7")))).contains("h7");
  }

  @Test
  void crushIsEditedAndEditsAreHarmlessTwice() {
    RuleBook book = RuleBook.withOsds(2);
    book.accept(new Change.AddBucket("r1", "rack"));
    book.acceptInVain(new Change.AddBucket("r1", "rack"));
    Change place = new Change.PlaceInCrush("h1", null, List.of("rack=r1", "root=default"));
    book.accept(place);
    book.acceptInVain(place);
    book.accept(new Change.ReweightInCrush("osd.1", 0x20000));
    book.accept(new Change.SetDeviceClass(List.of(OSD0, new OsdId(1)), "ssd"));
    book.accept(new Change.CreateRule("fast", "default", "host", "ssd"));
    assertThat(book.reject(new Change.RemoveFromCrush("r1"))).contains("not empty");
    book.accept(new Change.RemoveFromCrush("osd.1"));
    book.acceptInVain(new Change.RemoveFromCrush("osd.1"));
  }

  @Test
  void actingSetIsOverriddenByThoseWhoServeTheGroup() {
    RuleBook book = RuleBook.withOsds(4);
    book.accept(new Change.CreatePool("a", 8, 2, 1, null));
    PgId group = new PgId(book.pool("a").id(), 3);
    GroupMapping mapping = new Placement().locate(book.map(), group);
    OsdId primary = mapping.primary().orElseThrow();
    OsdId stranger =
        book.map().osds().keySet().stream()
            .filter(osd -> !mapping.up().contains(osd))
            .findFirst()
            .orElseThrow();
    List<OsdId> wanted = List.of(stranger, primary);
    assertThat(book.reject(new Change.OverrideActing(stranger, group, MemberList.of(wanted))))
        .contains("serve");
    book.accept(new Change.OverrideActing(primary, group, MemberList.of(wanted)));
    book.acceptInVain(new Change.OverrideActing(primary, group, MemberList.of(wanted)));
    assertThat(new Placement().locate(book.map(), group).acting().osds()).isEqualTo(wanted);
    book.accept(new Change.OverrideActing(stranger, group, mapping.up()));
    assertThat(book.map().actingOverrides()).isEmpty();
    assertThat(
            book.reject(
                new Change.OverrideActing(
                    primary, new PgId(group.pool(), 8), MemberList.of(primary))))
        .contains("1.8");
    assertThat(
            book.reject(new Change.OverrideActing(primary, group, MemberList.of(primary, primary))))
        .contains("different");
    assertThat(book.reject(new Change.OverrideActing(primary, group, MemberList.of(new OsdId(9)))))
        .contains("osd.9");
  }

  @Test
  void actingSetOfWhichNobodyIsLeftEnds() {
    RuleBook book = RuleBook.withOsds(3);
    book.accept(new Change.CreatePool("a", 1, 2, 1, null));
    PgId group = new PgId(book.pool("a").id(), 0);
    OsdId primary = new Placement().locate(book.map(), group).primary().orElseThrow();
    book.accept(new Change.OverrideActing(primary, group, MemberList.of(primary)));
    book.accept(new Change.MarkDown(List.of(primary)));
    assertThat(book.map().actingOverrides()).isEmpty();
  }
}
