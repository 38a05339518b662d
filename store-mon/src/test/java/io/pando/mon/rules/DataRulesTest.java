package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.cluster.Incremental;
import io.pando.cluster.LostStore;
import io.pando.cluster.OsdInfo;
import io.pando.id.OsdId;
import io.pando.id.PgId;
import io.pando.id.PoolId;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Data of OSDs that are given up are remembered, and do not return by themselves. */
class DataRulesTest {
  private static final OsdId OSD = new OsdId(0);
  private static final UUID OLD = new UUID(7, 1);
  private static final UUID NEW = new UUID(7, 2);

  private final RuleBook book = new RuleBook();

  private void runsAndDies() {
    book.accept(new Change.CreateOsd(OSD, null));
    book.accept(RuleBook.boot(0, 1, OLD));
    book.accept(new Change.MarkDown(List.of(OSD)));
  }

  @Test
  void aPurgedOsdDoesNotBootAgainByItself() {
    runsAndDies();
    book.accept(new Change.PurgeOsd(OSD, true));
    assertThat(book.reject(RuleBook.boot(0, 2, OLD)))
        .contains("given up in epoch")
        .contains("osd create 0 --uuid " + OLD);
    book.accept(new Change.CreateOsd(OSD, null));
    assertThat(book.reject(RuleBook.boot(0, 2, OLD))).contains("given up in epoch");
    book.accept(RuleBook.boot(0, 2, NEW));
  }

  private OsdInfo osd() {
    return Objects.requireNonNull(book.map().osds().get(OSD));
  }

  /** A group that is incomplete may continue although no data were given up. */
  @Test
  void anIncompleteGroupMayContinue() {
    runsAndDies();
    book.accept(new Change.CreatePool("data", 1, 1, 1, null));
    PgId group = new PgId(new PoolId(1), 0);
    book.accept(new Change.AcceptLoss(List.of(group), true));
    assertThat(book.map().lossAcceptedUntil(group)).isEqualTo(book.map().epoch());
  }

  @Test
  void dataThatAreDeclaredLostDoNotBoot() {
    book.accept(new Change.CreateOsd(OSD, null));
    book.accept(RuleBook.boot(0, 1, OLD));
    assertThat(book.reject(new Change.DeclareLost(OSD))).contains("osd.0 is up");
    book.accept(new Change.MarkDown(List.of(OSD)));
    OsdInfo.UpHistory before = osd().history();
    book.accept(new Change.DeclareLost(OSD));
    assertThat(book.map().lostAt(OSD)).isEqualTo(book.map().epoch());
    assertThat(osd().in()).isTrue();
    assertThat(osd().history())
        .as("it is marked out after a while, as others that are down")
        .isEqualTo(new OsdInfo.UpHistory(0, 0, 0, before.downSinceMillis()));
    book.acceptInVain(new Change.DeclareLost(OSD));
    assertThat(book.reject(RuleBook.boot(0, 2, OLD))).contains("osd create 0 --uuid " + OLD);
    book.accept(new Change.CreateOsd(OSD, OLD));
    book.accept(RuleBook.boot(0, 3, OLD));
    assertThat(book.map().lostAt(OSD)).isZero();
    assertThat(book.reject(new Change.DeclareLost(new OsdId(9)))).contains("does not exist");
  }

  @Test
  void dataThatWereGivenUpAreLetInAgainByTheirIdentity() {
    runsAndDies();
    book.accept(new Change.PurgeOsd(OSD, true));
    assertThat(book.map().lostStores(OLD)).isPresent();
    assertThat(book.reject(new Change.CreateOsd(new OsdId(5), OLD))).contains("belonged to osd.0");
    book.accept(new Change.CreateOsd(null, OLD));
    book.acceptInVain(new Change.CreateOsd(null, OLD));
    assertThat(book.map().losses().gone()).isEmpty();
    // Groups whose past no monitor or OSD knows must wait for it.
    assertThat(book.map().osds().get(OSD))
        .extracting(OsdInfo::downAt)
        .isEqualTo(book.map().epoch());
    book.accept(RuleBook.boot(0, 2, OLD));
  }

  /** It is as before, but went down only now. */
  @Test
  void lettingDataInAgainForgetsThatTheyWereGivenUp() {
    book.accept(new Change.CreateOsd(OSD, null));
    book.accept(RuleBook.boot(0, 1, OLD));
    book.accept(new Change.RaiseUpThru(OSD, 1, book.map().epoch()));
    book.accept(new Change.MarkDown(List.of(OSD)));
    book.accept(new Change.Reweight(OSD, 0x8000));
    OsdInfo was = book.osd(0);
    book.accept(new Change.ReplaceOsd(OSD, true));
    OsdInfo emptied = book.osd(0);
    book.accept(new Change.CreateOsd(null, OLD));
    OsdInfo expected =
        new OsdInfo(
            OSD,
            OLD,
            false,
            new OsdInfo.Weight(emptied.in(), 0x8000),
            emptied.endpoint(),
            new OsdInfo.UpHistory(
                emptied.upFrom(),
                was.upThru(),
                book.map().epoch(),
                emptied.history().downSinceMillis()));
    assertThat(book.state().recent().list().getLast().edits())
        .containsExactly(new Incremental.RemoveGone(OLD), new Incremental.PutOsd(expected));
    assertThat(book.osd(0)).isEqualTo(expected);
  }

  @Test
  void dataThatAreGivenUpByForceAreNotSafe() {
    runsAndDies();
    long upThru = book.osd(0).upThru();
    book.accept(new Change.ReplaceOsd(OSD, true));
    assertThat(book.map().losses().gone())
        .containsExactly(new LostStore(OSD, OLD, upThru, book.map().epoch(), false));
  }

  @Test
  void aReplacedOsdKeepsItsPlaceAndBootsWithAnotherStore() {
    runsAndDies();
    book.accept(new Change.PlaceInCrush("osd.0", null, List.of("root=default", "host=a")));
    book.accept(new Change.Reweight(OSD, 0x8000));
    book.accept(new Change.ReplaceOsd(OSD, false));
    book.acceptInVain(new Change.ReplaceOsd(OSD, false));
    assertThat(book.map().crush().parentsOf(0)).isNotEmpty();
    assertThat(book.map().lostAt(OSD)).isEqualTo(book.map().epoch());
    assertThat(book.map().losses().gone()).extracting(LostStore::safe).containsExactly(true);
    assertThat(book.reject(RuleBook.boot(0, 2, OLD))).contains("given up in epoch");
    book.accept(RuleBook.boot(0, 2, NEW));
    assertThat(book.map().osds().get(OSD))
        .extracting(osd -> osd.weight().reweight())
        .isEqualTo(0x8000);
  }

  @Test
  void dataOfAnOsdThatIsUpAreNotGivenUp() {
    book.accept(new Change.CreateOsd(OSD, null));
    book.accept(RuleBook.boot(0, 1, OLD));
    assertThat(book.reject(new Change.ReplaceOsd(OSD, true))).contains("is up");
    assertThat(book.reject(new Change.ReplaceOsd(new OsdId(9), true))).contains("does not exist");
  }

  @Test
  void theOldestIdentitiesAreForgotten() {
    for (int i = 0; i < DataRules.MAX_GONE + 3; i++) {
      book.accept(new Change.CreateOsd(OSD, new UUID(8, i)));
      book.accept(new Change.PurgeOsd(OSD, true));
    }
    assertThat(book.map().losses().gone()).hasSize(DataRules.MAX_GONE);
    assertThat(book.map().lostStores(new UUID(8, 2))).isEmpty();
    assertThat(book.map().lostStores(new UUID(8, 3))).isPresent();
  }

  @Test
  void aLossIsAcceptedUpToWhatWasGivenUpSoFar() {
    runsAndDies();
    book.accept(new Change.CreatePool("data", 2, 1, 1, null));
    PgId group = new PgId(new PoolId(1), 1);
    book.accept(new Change.ReplaceOsd(OSD, true));
    long gone = book.map().lostAt(OSD);
    assertThat(book.map().lossAcceptedUntil(group)).isEqualTo(-1);
    book.accept(new Change.AcceptLoss(List.of(group)));
    book.acceptInVain(new Change.AcceptLoss(List.of(group)));
    assertThat(book.map().lossAcceptedUntil(group)).isEqualTo(gone);
    assertThat(book.reject(new Change.AcceptLoss(List.of(new PgId(new PoolId(1), 2)))))
        .contains("no placement group");
    book.accept(new Change.DeletePool("data", "data"));
    assertThat(book.map().losses().acceptedLosses()).containsKey(group);
    book.accept(new Change.PurgePool(group.pool()));
    assertThat(book.map().losses().acceptedLosses()).isEmpty();
  }
}
