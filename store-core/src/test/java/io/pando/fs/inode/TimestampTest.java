package io.pando.fs.inode;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimestampTest {
  @Test
  void timesAreThoseOfJava() {
    Instant time = Instant.parse("1901-12-13T20:45:52.000000007Z");
    assertThat(Timestamp.of(time)).isEqualTo(new Timestamp(Integer.MIN_VALUE, 7));
    assertThat(Timestamp.of(time).toInstant()).isEqualTo(time);
    assertThat(Timestamp.ofMillis(-1).toInstant()).isEqualTo(Instant.ofEpochMilli(-1));
  }

  @Test
  void timesThatJavaDoesNotHaveAreItsFirstAndItsLast() {
    assertThat(new Timestamp(Long.MAX_VALUE, 999_999_999).toInstant()).isEqualTo(Instant.MAX);
    assertThat(new Timestamp(Long.MIN_VALUE, 0).toInstant()).isEqualTo(Instant.MIN);
  }
}
