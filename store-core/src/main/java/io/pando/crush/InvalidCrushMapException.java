package io.pando.crush;

/** The parts of a map contradict one another; the message names the part and what is wrong. */
public final class InvalidCrushMapException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  private final String problem;

  InvalidCrushMapException(String message) {
    super(message);
    this.problem = message;
  }

  /** What is wrong. */
  public String problem() {
    return problem;
  }
}
