package io.pando.crush.text;

/**
 * A map's text cannot be parsed. The message gives the position, the text found, and the expected
 * one.
 */
public final class CrushSyntaxException extends Exception {
  private final int line;
  private final int column;

  CrushSyntaxException(int line, int column, String problem) {
    super("line " + line + ", column " + column + ": " + problem);
    this.line = line;
    this.column = column;
  }

  /** The line, from 1. */
  public int line() {
    return line;
  }

  /** The column, from 1. */
  public int column() {
    return column;
  }
}
