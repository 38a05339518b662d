package io.pando.cli.output;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * A block of lines that is shown again and again: on a terminal in place of the one before,
 * otherwise below it.
 */
public final class RepeatedBlock {
  private static final String ESCAPE = "\u001b[";
  private static final String HOME = ESCAPE + "H";
  private static final String CLEAR_LINE = ESCAPE + "K";
  private static final String CLEAR_BELOW = ESCAPE + "J";

  private final PrintStream out;
  private final boolean redraws;
  private boolean shown;

  /** A block that is not shown yet. */
  public RepeatedBlock(Console console) {
    this(console.out(), console.drawsResults());
  }

  RepeatedBlock(PrintStream out, boolean redraws) {
    this.out = out;
    this.redraws = redraws;
  }

  /** Shows what is printed to the given stream. */
  public void show(Consumer<PrintStream> printing) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    printing.accept(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    String text = bytes.toString(StandardCharsets.UTF_8);
    if (redraws) {
      String first = shown ? HOME : ESCAPE + "2J" + HOME;
      out.print(first + text.replace("\n", CLEAR_LINE + "\n") + CLEAR_BELOW);
    } else {
      out.print((shown ? "\n" : "") + text);
    }
    shown = true;
    out.flush();
  }
}
