package io.pando.fuse.files.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fuse.protocol.FuseName;
import org.junit.jupiter.api.Test;

class NameExpiryTest {
  private static final FuseName FIRST = FuseName.of("first");
  private static final FuseName SECOND = FuseName.of("second");

  @Test
  void namesAreForgottenWhenTheirTimeIsOver() {
    KernelNode directory = new KernelNode(5);
    NameExpiry expiry = new NameExpiry(10);
    assertThat(directory.give(FIRST, 1, 10)).isEqualTo(10);
    assertThat(directory.beginsToExpire()).isTrue();
    expiry.add(directory, 1);
    directory.give(SECOND, 6, 10);
    assertThat(directory.beginsToExpire()).isFalse();
    expiry.advance(10);
    assertThat(directory.until(FIRST)).isEqualTo(11);
    expiry.advance(11);
    assertThat(directory.until(FIRST)).isZero();
    assertThat(directory.until(SECOND)).isEqualTo(16);
    expiry.advance(21);
    assertThat(directory.until(SECOND)).isZero();
    directory.give(FIRST, 30, 10);
    assertThat(directory.beginsToExpire()).isTrue();
  }

  @Test
  void tooManyNamesAreNotKept() {
    NodeNames names = new NodeNames();
    for (int i = 0; i < NodeNames.MOST; i++) {
      names.arrived(FuseName.of("n" + i), 10);
    }
    assertThat(names.give(FIRST, 1, 10)).isZero();
  }
}
