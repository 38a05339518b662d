package io.pando.bench.trial;

import io.pando.cli.command.UserError;
import io.pando.cluster.Change;
import io.pando.erasure.code.CodeParameters;
import org.jspecify.annotations.Nullable;

/**
 * The pool of a trial: three copies, or fragments.
 *
 * @param erasure numbers of data and parity fragments as {@code 4+2}; null for copies
 * @param positions members of an acting set
 * @param losses members that may be away at once while no data are lost
 */
public record TrialPool(@Nullable String erasure, int positions, int losses) {
  private static final int MOST_POSITIONS = 16;

  /** Three copies. */
  static final TrialPool COPIES = new TrialPool(null, 3, 2);

  /**
   * The pool for an option {@code --erasure}.
   *
   * @param code null if the option was not given
   * @throws UserError if it is not k and m, or another code than a trial can have
   */
  public static TrialPool ofOption(@Nullable String code) {
    if (code == null) {
      return COPIES;
    }
    CodeParameters parameters =
        CodeParameters.parse(code)
            .orElseThrow(
                () -> UserError.usage("--erasure must be k and m such as 4+2, is '" + code + "'"));
    parameters
        .refusal()
        .ifPresent(reason -> {
          throw UserError.usage("--erasure " + code + ": " + reason);
        });
    int positions = parameters.positions();
    UserError.checkRange("the sum of k and m in --erasure", positions, 3, MOST_POSITIONS);
    return new TrialPool(code, positions, parameters.m());
  }

  /** The change of the map that creates the pool {@link TrialCluster#POOL}. */
  public Change creation(int groups) {
    return erasure == null
        ? new Change.CreatePool(TrialCluster.POOL, groups, positions, 2, null)
        : new Change.CreateErasurePool(TrialCluster.POOL, groups, erasure);
  }

  /** The copies, or the code, in words. */
  public String label() {
    return erasure == null ? positions + " replicas" : "erasure code " + erasure;
  }
}
