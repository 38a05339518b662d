package io.pando.crush;

/** A change of a map is refused. The message names the item, the reason, and what to do. */
public final class CrushEditException extends Exception {
  private final String problem;

  CrushEditException(String problem) {
    super(problem);
    this.problem = problem;
  }

  /** The problem, and what to do. */
  public String problem() {
    return problem;
  }
}
