package io.pando.crush.text;

import io.pando.crush.CrushMap;

/** The text form of maps: the language of {@code crushtool}, without weight sets. */
public final class CrushText {
  private CrushText() {}

  /**
   * Reads a map.
   *
   * @throws CrushSyntaxException if the text cannot be parsed, with line and column
   */
  public static CrushMap parse(String text) throws CrushSyntaxException {
    return new CrushParser(CrushScanner.of(text)).parse();
  }

  /** Writes a map so that reading it yields an equal one. */
  public static String print(CrushMap map) {
    return new CrushPrinter(map).print();
  }
}
