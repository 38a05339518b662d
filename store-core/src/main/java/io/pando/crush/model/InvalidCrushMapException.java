package io.pando.crush.model;

/** The parts of a map contradict one another. The message names the part and the problem. */
public final class InvalidCrushMapException extends IllegalArgumentException {
  private final String problem;

  public InvalidCrushMapException(String message) {
    super(message);
    this.problem = message;
  }

  /** The problem. */
  public String problem() {
    return problem;
  }
}
