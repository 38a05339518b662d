package io.pando.crush;

/** A change of a map is refused; the message names the item, why, and what can be done. */
public final class CrushEditException extends Exception {
  private static final long serialVersionUID = 1;

  private final String problem;

  CrushEditException(String problem) {
    super(problem);
    this.problem = problem;
  }

  /** What is wrong and what can be done. */
  public String problem() {
    return problem;
  }
}
