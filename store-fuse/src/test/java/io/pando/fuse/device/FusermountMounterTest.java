package io.pando.fuse.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.fuse.device.MountException.Reason;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Messages of fusermount3 3.14, and the sentences that they become. */
class FusermountMounterTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "failed to open /dev/fuse: Permission denied|NO_PERMISSION|this user may not open /dev/fuse",
        "fuse device not found, try 'modprobe fuse' first|NO_DEVICE|modprobe fuse",
        "option allow_other only allowed if 'user_allow_other' is set|NO_PERMISSION|/etc/fuse.conf",
        "failed to unmount /mnt: Device or resource busy|BUSY|fusermount3 -u -z /mnt",
        "entry for /mnt not found in /etc/mtab|NOT_MOUNTED|nothing is mounted at /mnt",
        "user has no write access to mountpoint /mnt|NO_PERMISSION|status 1: user has no write access",
        "something else|OTHER|ended with status 1: something else",
        "mount failed: Operation not permitted|NO_PERMISSION|mounting at /mnt failed",
      })
  void messageBecomesASentence(String said, Reason reason, String sentence) {
    MountException failure =
        FusermountMounter.failure(Path.of("/mnt"), "mounting at /mnt", 1, said);
    assertThat(failure.reason()).isEqualTo(reason);
    assertThat(failure).hasMessageContaining(sentence);
  }
}
