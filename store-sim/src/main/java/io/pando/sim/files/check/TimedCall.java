package io.pando.sim.files.check;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call as {@link LinearOrder} sees it.
 *
 * @param text for people
 * @param calledNanos when it was called
 * @param returnedNanos when it was answered; {@link #NEVER} if its outcome is unknown, so that it
 *     may take effect at any time
 * @param certain whether it has taken effect between its call and its answer; otherwise it may have
 *     no effect at all
 * @param step what it does
 */
public record TimedCall<S>(
    String text, long calledNanos, long returnedNanos, boolean certain, Step<S> step) {
  /** Time of an answer that never came. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Effect and answer of a call on a state. */
  @FunctionalInterface
  public interface Step<S> {
    /** The state after it; null if the call is not answered like that in this state. */
    @Nullable S after(S before);

    /** All states that may be the one after it, if the answer leaves more than one. */
    default List<S> allAfter(S before) {
      S after = after(before);
      return after == null ? List.of() : List.of(after);
    }
  }
}
