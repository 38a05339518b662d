package io.pando.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A block is redrawn on a terminal, and repeated elsewhere. */
class RepeatedBlockTest {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

  private static void twoLines(PrintStream to) {
    to.print("a\nb\n");
  }

  @Test
  void elsewhereBlocksFollowOneAnother() {
    RepeatedBlock block = new RepeatedBlock(out, false);
    block.show(RepeatedBlockTest::twoLines);
    block.show(RepeatedBlockTest::twoLines);
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("a\nb\n\na\nb\n");
  }

  @Test
  void onATerminalTheNextBlockReplacesTheOneBefore() {
    RepeatedBlock block = new RepeatedBlock(out, true);
    block.show(RepeatedBlockTest::twoLines);
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("\u001b[2J\u001b[Ha\u001b[K\nb\u001b[K\n\u001b[J");
    bytes.reset();
    block.show(to -> to.print("c\n"));
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("\u001b[Hc\u001b[K\n\u001b[J");
  }
}
