package io.pando.id;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ObjectIdTest {
  @Test
  void isOrderedByBitReversedHashThenName() {
    ObjectId low = new ObjectId(0b10, "b");
    ObjectId high = new ObjectId(0b01, "a");
    assertThat(low).isLessThan(high);
    assertThat(new ObjectId(5, "a")).isLessThan(new ObjectId(5, "b"));
  }

  @Test
  void groupsOfAPowerOfTwoAreContiguousAndSplitInTheMiddle() {
    ObjectId lastOfGroup0 = new ObjectId(0b1111_1110, "z");
    ObjectId firstOfGroup1 = new ObjectId(0b0000_0001, "a");
    assertThat(lastOfGroup0).isLessThan(firstOfGroup1);
  }

  @Test
  void parsesAndPrintsGroups() {
    assertThat(PgId.parse("3.1f")).isEqualTo(new PgId(new PoolId(3), 0x1f)).hasToString("3.1f");
  }
}
