package io.pando.osd.pg.roots;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.id.MemberId;
import io.pando.id.OsdId;
import io.pando.id.Version;
import java.util.List;
import org.junit.jupiter.api.Test;

class DurableHeadsTest {
  private static final MemberId ONE = MemberId.of(new OsdId(1));
  private static final MemberId TWO = MemberId.of(new OsdId(2));

  private final DurableHeads heads = new DurableHeads();

  @Test
  void theNewestIsKept() {
    heads.note(List.of(ONE, TWO), new Version(3, 10));
    heads.note(List.of(ONE), new Version(4, 12));
    heads.note(List.of(ONE, TWO), new Version(3, 9));
    assertThat(heads.of(ONE)).isEqualTo(new Version(4, 12));
    assertThat(heads.of(TWO)).isEqualTo(new Version(3, 10));
    assertThat(heads.of(MemberId.of(new OsdId(3)))).isNull();
  }

  @Test
  void nothingIsNotWorthNoting() {
    heads.note(List.of(ONE), Version.ZERO);
    assertThat(heads.of(ONE)).isNull();
  }

  @Test
  void whatTheGroupGaveUpIsNotAskedFor() {
    heads.note(List.of(ONE), new Version(4, 12));
    heads.note(List.of(TWO), new Version(3, 10));
    heads.onActive(new Version(4, 11));
    assertThat(heads.of(ONE)).isEqualTo(new Version(4, 11));
    assertThat(heads.of(TWO)).isEqualTo(new Version(3, 10));
  }
}
