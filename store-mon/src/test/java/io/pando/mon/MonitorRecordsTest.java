package io.pando.mon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.bytes.Payload;
import io.pando.cluster.Change;
import io.pando.cluster.ChangeOutcome;
import io.pando.format.FormatException;
import io.pando.format.RecordFormat;
import io.pando.id.OsdId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Bytes that were written once are understood for ever: {@code golden/monitor-1.txt} holds a name
 * and the bytes in hexadecimal on each line.
 */
class MonitorRecordsTest {
  private static final Map<String, String> GOLDEN = golden();

  private static Map<String, String> golden() {
    try (InputStream in = MonitorRecordsTest.class.getResourceAsStream("/golden/monitor-1.txt")) {
      assertThat(in).isNotNull();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> line.split(" ", 2))
          .collect(Collectors.toMap(p -> p[0], p -> p[1], (a, b) -> a, TreeMap::new));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** The record of those bytes, which it gives again. */
  private static <T> T golden(String name, RecordFormat<T> format) {
    String hex = GOLDEN.getOrDefault(name, "");
    T record = format.decode(HexFormat.of().parseHex(hex));
    assertThat(HexFormat.of().formatHex(format.toBytes(record))).isEqualTo(hex);
    return record;
  }

  @Test
  void commands() {
    assertThat(golden("begin", MonitorRecords.COMMAND))
        .isInstanceOfSatisfying(
            Command.Begin.class, begin -> assertThat(begin.map().epoch()).isEqualTo(1));
    assertThat(golden("request", MonitorRecords.COMMAND))
        .isEqualTo(
            new Command.Request(
                new Change.MarkOut(List.of(new OsdId(3))),
                0x1122334455667788L,
                RuleSettings.DEFAULT));
  }

  @Test
  void outcomes() {
    assertThat(golden("accepted", MonitorRecords.OUTCOME))
        .isEqualTo(new ChangeOutcome.Accepted(12, "done"));
    assertThat(golden("rejected", MonitorRecords.OUTCOME))
        .isEqualTo(new ChangeOutcome.Rejected("no"));
    assertThat(golden("unavailable", MonitorRecords.OUTCOME))
        .isEqualTo(new ChangeOutcome.Unavailable("later"));
  }

  @Test
  void state() {
    MonitorState state = golden("state", MonitorRecords.STATE);
    assertThat(state.map().osds()).hasSize(3);
    assertThat(state.map().poolNamed("a")).isPresent();
    assertThat(state.recent().list()).isNotEmpty().last().isNotNull();
    assertThat(state.failures().reporters(new OsdId(0), 1)).containsExactly(new OsdId(1));
    assertThat(state.heldOut()).containsExactly(new OsdId(2));
    assertThat(state.nextPool()).isEqualTo(2);
  }

  @Test
  void rubbishIsNamed() {
    assertThatThrownBy(() -> MonitorRecords.COMMAND.decode(Payload.wrap(new byte[] {9, 9})))
        .isInstanceOf(FormatException.class)
        .hasMessageContaining("Command");
  }
}
