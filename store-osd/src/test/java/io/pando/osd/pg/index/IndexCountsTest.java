package io.pando.osd.pg.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.group.IndexEntry;
import io.pando.group.IndexPlace;
import io.pando.id.ObjectId;
import io.pando.id.Version;
import io.pando.osd.pg.harness.GroupHarness;
import io.pando.osd.pg.log.GroupLog;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Nine updates of as many objects: two pages of four, and one that is in no page yet. */
class IndexCountsTest {
  private static final int PAGE = 4;

  private final VersionIndex index =
      new VersionIndex(
          GroupHarness.COLLECTION, StoredIndex.since(Version.ZERO), List.of(), Version.ZERO, PAGE);

  private static Version at(int counter) {
    return new Version(1, counter);
  }

  private void trim(int counter) {
    SortedMap<Long, Long> counters = new TreeMap<>();
    counters.put(1L, (long) counter);
    IndexEntry entry = new IndexEntry(at(counter), new ObjectId(counter, "o"), true);
    index.onTrimmed(new GroupLog.Trimmed(List.of(entry), counters), at(counter));
    index.addWrites(null, new ArrayList<>());
  }

  IndexCountsTest() {
    for (int counter = 1; counter <= 2 * PAGE + 1; counter++) {
      trim(counter);
    }
  }

  /** A page counts with all its entries until its last one is known. */
  @Test
  void pagesCountWholeAndWhatIsInNoPageAlways() {
    assertThat(index.size()).isEqualTo(9);
    assertThat(index.after(Version.ZERO)).isEqualTo(9);
    assertThat(index.after(at(3))).isEqualTo(9);
    assertThat(index.after(at(4))).isEqualTo(5);
    assertThat(index.after(at(7))).isEqualTo(5);
    assertThat(index.after(at(8))).isEqualTo(1);
    assertThat(index.after(at(9))).isEqualTo(1);
    assertThat(index.pagesAfter(at(3))).hasSize(2);
    assertThat(index.pagesAfter(at(4))).extracting(IndexPlace::last).containsExactly(at(8));
    assertThat(index.pagesAfter(at(8))).isEmpty();
    assertThat(index.recent()).extracting(IndexEntry::version).containsExactly(at(9));
  }

  /** Sixteen pages beside twice the objects are left as they are. */
  @Test
  void itIsRewrittenWhereItHasManyMoreEntriesThanObjects() {
    for (int counter = 10; counter <= 80; counter++) {
      trim(counter);
    }
    assertThat(index.isWorthRewriting(7)).isTrue();
    assertThat(index.isWorthRewriting(8)).isFalse();
    List<IndexPlace> pages = index.pagesAfter(Version.ZERO);
    index.replace(pages, pages.size(), null, new ArrayList<>());
    assertThat(index.isWorthRewriting(0)).as("it has not grown since").isFalse();
  }
}
