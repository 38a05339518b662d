package io.pando.cluster.erasure;

/** The settings of a profile are not understood. The message is a sentence with the way out. */
public final class ProfileSyntaxException extends IllegalArgumentException {
  private final String problem;

  ProfileSyntaxException(String problem) {
    super(problem);
    this.problem = problem;
  }

  /** The message. */
  public String problem() {
    return problem;
  }
}
