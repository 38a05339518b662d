package io.pando.cluster.release;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReleaseTest {
  @Test
  void numbersAndVersionsNameReleases() {
    assertThat(Release.V0_1_0.number()).isEqualTo(1);
    for (Release release : Release.values()) {
      assertThat(Release.labelled(release.label())).contains(release);
      assertThat(Release.describe(release.number())).isEqualTo(release.label());
    }
    assertThat(Release.labelled("0.1")).isEmpty();
    assertThat(Release.describe(0)).isEqualTo("an unknown release");
    assertThat(Release.describe(Release.current().number() + 1)).contains("newer than");
  }

  @Test
  void aReleaseIsAllowedOnceItOrANewerOneIsRequired() {
    assertThat(Releases.NONE.allows(Release.V0_1_0)).isFalse();
    assertThat(Releases.NONE.requiring(1).allows(Release.V0_1_0)).isTrue();
    assertThat(Releases.NONE.requiring(7).allows(Release.current())).isTrue();
  }
}
