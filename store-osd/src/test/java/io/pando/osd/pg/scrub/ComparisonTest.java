package io.pando.osd.pg.scrub;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.MemberId;
import io.pando.id.ObjectId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import io.pando.merkle.Digest;
import io.pando.message.ScrubMessage.Checked;
import io.pando.message.ScrubMessage.Item;
import io.pando.message.ScrubMessage.Items;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which objects of a part are looked at more closely. */
class ComparisonTest {
  private static ObjectId object(int position) {
    return new ObjectId(Integer.reverse(position), "o" + position);
  }

  private static Item item(int position, long version) {
    return new Item(object(position), new Version(1, version), 0, false);
  }

  private static Items page(boolean more, Item... items) {
    return new Items(List.of(items), more);
  }

  private static SortedMap<MemberId, Items> pages(Items... pages) {
    SortedMap<MemberId, Items> all = new TreeMap<>();
    for (Items page : pages) {
      all.put(MemberId.of(new OsdId(all.size())), page);
    }
    return all;
  }

  @Test
  void partsAreEqualIfAllHaveTheSameAndCanReadIt() {
    Checked same = new Checked(new Digest(5, 2), 0, 0);
    Checked damaged = new Checked(new Digest(5, 2), 1, 0);
    Checked wrongTree = new Checked(new Digest(5, 2), 0, 3);
    assertThat(Comparison.isEqual(List.of(same, same, wrongTree))).isTrue();
    assertThat(Comparison.isEqual(List.of(same, new Checked(new Digest(6, 2), 0, 0)))).isFalse();
    assertThat(Comparison.isEqual(List.of(same, new Checked(new Digest(5, 3), 0, 0)))).isFalse();
    assertThat(Comparison.isEqual(List.of(same, damaged))).isFalse();
    assertThat(Comparison.isEqual(List.of(damaged, damaged))).isFalse();
  }

  @Test
  void allHaveToldUpToTheFirstEndOfAPage() {
    Items whole = page(false, item(1, 1), item(9, 1));
    assertThat(Comparison.toldByAll(List.of(whole, page(false)))).isNull();
    Items shorter = page(true, item(1, 1), item(4, 1));
    Items longer = page(true, item(1, 1), item(4, 1), item(6, 1));
    assertThat(Comparison.toldByAll(List.of(whole, longer))).isEqualTo(object(6));
    assertThat(Comparison.toldByAll(List.of(longer, shorter, whole))).isEqualTo(object(4));
    assertThat(Comparison.toldByAll(List.of(shorter, longer))).isEqualTo(object(4));
  }

  @Test
  void whatNotAllHaveAlikeIsSuspect() {
    Item damaged = new Item(object(5), new Version(1, 1), 0, true);
    Item bytes = new Item(object(4), new Version(1, 1), 77, false);
    SortedMap<MemberId, Items> pages =
        pages(
            page(false, item(1, 1), item(2, 1), item(3, 1), item(4, 1), damaged, item(6, 1)),
            page(false, item(1, 1), item(2, 1), item(3, 2), bytes, damaged, item(7, 1)),
            page(false, item(1, 1), item(3, 1), item(4, 1), damaged, item(6, 1), item(7, 1)));
    List<ObjectId> all = new ArrayList<>();
    for (int position = 2; position <= 7; position++) {
      all.add(object(position));
    }
    assertThat(Comparison.suspects(pages, null, new CopyJudge.OfReplicas()))
        .containsExactlyElementsOf(all);
    assertThat(Comparison.suspects(pages, object(5), new CopyJudge.OfReplicas()))
        .containsExactlyElementsOf(all.subList(0, 4));
    assertThat(Comparison.suspects(pages, object(2), new CopyJudge.OfReplicas()))
        .containsExactly(object(2));
    assertThat(Comparison.suspects(pages, object(1), new CopyJudge.OfReplicas())).isEmpty();
    assertThat(
            Comparison.suspects(pages(page(false), page(false)), null, new CopyJudge.OfReplicas()))
        .isEmpty();
  }
}
