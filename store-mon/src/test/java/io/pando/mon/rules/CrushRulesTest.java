package io.pando.mon.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.cluster.Change;
import io.pando.crush.text.CrushText;
import io.pando.id.OsdId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of edits of the CRUSH map, and which of them are refused. */
class CrushRulesTest {
  private static final OsdId OSD0 = new OsdId(0);

  private final RuleBook book = RuleBook.withOsds(2);

  private String text() {
    return CrushText.print(book.map().crush());
  }

  @Test
  void editsSayWhatTheyDid() {
    assertThat(book.accept(new Change.AddBucket("r1", "rack")))
        .isEqualTo("added bucket r1 of type rack");
    assertThat(book.acceptInVain(new Change.AddBucket("r1", "rack")))
        .isEqualTo("bucket 'r1' already exists");
    assertThat(book.accept(new Change.PlaceInCrush("h1", null, List.of("rack=r1", "root=default"))))
        .isEqualTo("placed h1 at rack=r1 root=default");
    assertThat(book.accept(new Change.ReweightInCrush("osd.1", 0x20000)))
        .isEqualTo("reweighted osd.1 to 0x20000 in the CRUSH map");
    assertThat(text()).contains("item osd.1 weight 2.0");
    assertThat(book.acceptInVain(new Change.ReweightInCrush("osd.1", 0x20000))).isNotEmpty();
    assertThat(book.accept(new Change.SetDeviceClass(List.of(OSD0), "ssd")))
        .isEqualTo("set class of [osd.0] to 'ssd'");
    assertThat(book.accept(new Change.RemoveFromCrush("osd.1")))
        .isEqualTo("removed osd.1 from the CRUSH map");
    assertThat(book.acceptInVain(new Change.RemoveFromCrush("osd.1")))
        .isEqualTo("osd.1 does not appear in the CRUSH map");
  }

  @Test
  void aBucketOfThatNameAndAnotherTypeIsRefused() {
    assertThat(book.reject(new Change.AddBucket("h1", "rack"))).contains("h1");
    assertThat(book.reject(new Change.AddBucket("r1", "nonsense"))).contains("nonsense");
  }

  /** Another rule stays, so that it is the pool's own that is looked for. */
  @Test
  void theRuleOfAPoolIsKept() {
    String before = text();
    book.accept(new Change.CreateRule("flat", "default", "osd", null));
    book.accept(new Change.CreatePool("a", 8, 2, 0, "flat"));
    assertThat(book.pool("a").rule()).isEqualTo(1);
    assertThat(book.reject(new Change.SetCrush(before)))
        .isEqualTo(
            "pool 'a' uses the replicated CRUSH rule 1, which the new map lacks: keep it, or set"
                + " another rule first (pool set a crush_rule NAME)");
  }

  @Test
  void aRuleThatAPoolUsesIsNotRemoved() {
    book.accept(new Change.CreateRule("flat", "default", "osd", null));
    book.accept(new Change.CreatePool("a", 8, 2, 0, "flat"));
    book.accept(new Change.CreatePool("b", 8, 2, 0, "flat"));
    book.accept(new Change.CreatePool("c", 8, 2, 0, null));
    book.accept(new Change.DeletePool("b", "b"));
    assertThat(book.reject(new Change.RemoveRule("flat")))
        .startsWith("rule flat is in use by pool 'a', pool 'b' (removed): ");
    book.accept(new Change.PurgePool(book.map().removedPools().getFirst().id()));
    book.accept(new Change.SetPool("a", "crush_rule", "replicated_rule"));
    assertThat(book.accept(new Change.RemoveRule("flat"))).isEqualTo("rule flat removed");
    assertThat(book.map().crush().rule("flat")).isEmpty();
    assertThat(book.acceptInVain(new Change.RemoveRule("flat"))).contains("crush rule ls");
  }

  @Test
  void everyDeviceOfABucketExistsTheFirstAsWell() {
    RuleBook without = new RuleBook();
    without.accept(new Change.CreateOsd(new OsdId(1), null));
    assertThat(without.reject(new Change.SetCrush(text())))
        .isEqualTo("osd.0 in bucket h0 does not exist: create it first (osd create 0)");
    without.accept(new Change.CreateOsd(OSD0, null));
    RuleBook other = new RuleBook();
    other.accept(new Change.CreateOsd(OSD0, null));
    assertThat(other.reject(new Change.SetCrush(text())))
        .isEqualTo("osd.1 in bucket h1 does not exist: create it first (osd create 1)");
    without.accept(new Change.SetCrush(text()));
  }

  @Test
  void ofAPurgedOsdTheDeviceGoesAndNoOther() {
    book.accept(new Change.Stop(new OsdId(1), 1));
    book.accept(new Change.PurgeOsd(new OsdId(1), true));
    assertThat(book.map().crush().idOf("osd.1")).isEmpty();
    assertThat(book.map().crush().idOf("osd.0")).isPresent();
  }
}
