package io.pando.disk.raw.pipeline.apply;

import io.pando.disk.serve.Answers;
import io.pando.probe.Probe;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a store works. It does until it breaks, or until it is closed while it has no space.
 *
 * <pre>
 *   working ──closed without space──▶ given up
 *   working ──a failure that cannot be repeated──▶ broken
 * </pre>
 */
final class StoreHealth {
  private static final Logger LOG = LoggerFactory.getLogger(StoreHealth.class);

  private final Answers answers;
  private Consumer<String> onBreakdown = _ -> {};
  private Consumer<String> onBroken = _ -> {};
  private @Nullable String reason;
  private volatile boolean stopping;
  private volatile boolean givenUp;

  StoreHealth(Answers answers) {
    this.answers = answers;
  }

  /** Sets the callback that stops the log, on the store's thread. */
  void onBreakdown(Consumer<String> told) {
    onBreakdown = told;
  }

  /** Sets the receiver, on the owner's loop, of the message that the store cannot go on. */
  void whenBroken(Consumer<String> told) {
    onBroken = told;
  }

  boolean isWorking() {
    return reason == null;
  }

  /** Why the store does not work; null if it does. */
  @Nullable String reason() {
    return reason;
  }

  /** Records that the owner is closing the store. From any thread. */
  void stop() {
    stopping = true;
  }

  /** Whether the owner is closing the store. From any thread. */
  boolean isStopping() {
    return stopping;
  }

  /** Records that the store is closed without space: the log keeps what is not durable here. */
  void giveUp() {
    reason = answers.name() + " is closed while out of space";
    givenUp = true;
  }

  /** Whether the store was closed without space. From any thread. */
  boolean hasGivenUp() {
    return givenUp;
  }

  /** Records a failure: acknowledged updates cannot be applied. */
  void breakDown(Throwable cause) {
    Probe.reached("raw: the store breaks");
    if (reason == null) {
      String why = answers.name() + ": " + cause.getMessage();
      reason = why;
      LOG.error("{}; acknowledged updates cannot be applied", why, cause);
      onBreakdown.accept(why);
      answers.execute(() -> onBroken.accept(why));
    }
  }
}
