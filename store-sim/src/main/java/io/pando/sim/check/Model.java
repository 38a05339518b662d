package io.pando.sim.check;

import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpError;
import io.pando.op.OpResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sequential object: effect and answer of one operation when no other runs at the same time.
 * Written from the specification in {@link ObjectOp}, not from the code that executes it.
 */
final class Model {
  private final ClientCall operation;
  private final Draft draft;
  private State before;

  private Model(State before, ClientCall operation) {
    this.before = before;
    this.operation = operation;
    this.draft = new Draft(before.content());
  }

  /**
   * The state after an operation with its recorded outcome. Null if it cannot have taken effect in
   * this state, or, for an unknown outcome, if it would have changed nothing.
   */
  static @Nullable State after(State before, ClientCall operation) {
    return new Model(before, operation).run();
  }

  private @Nullable State run() {
    for (int i = 0; i < operation.ops().size(); i++) {
      OpError error =
          switch (operation.ops().get(i)) {
            case ObjectOp.Query query -> query(query, i);
            case ObjectOp.Condition condition -> check(condition);
            case ObjectOp.Mutation mutation -> draft.mutate(mutation);
          };
      if (error != null) {
        return operation.ending() instanceof CallOutcome.Failed failed && failed.error() == error
            ? before
            : null;
      }
    }
    return switch (operation.ending()) {
      case CallOutcome.Succeeded succeeded -> succeeded(succeeded);
      case CallOutcome.Unknown _ ->
          draft.isChanged() ? before.changed(draft.content(), null) : null;
      case CallOutcome.Failed _, CallOutcome.NotDone _, CallOutcome.Damaged _ -> null;
    };
  }

  private @Nullable State succeeded(CallOutcome.Succeeded succeeded) {
    if (draft.isChanged()) {
      return before.changed(draft.content(), succeeded.version());
    }
    return succeeded.version() == null ? before : before.seenAt(succeeded.version());
  }

  /** Reason for a query's failure; {@link OpError#INVALID} stands for a wrong answer. */
  private @Nullable OpError query(ObjectOp.Query query, int index) {
    if (!before.content().exists()) {
      return OpError.NOT_FOUND;
    }
    if (query instanceof ObjectOp.GetAttribute get
        && !before.content().attributes().containsKey(get.name())) {
      return OpError.NO_ATTRIBUTE;
    }
    if (!(operation.ending() instanceof CallOutcome.Succeeded succeeded)) {
      return null;
    }
    List<OpResult> results = succeeded.results();
    if (index >= results.size()
        || !ExpectedResults.fits(query, results.get(index), before.content())) {
      return OpError.INVALID;
    }
    return results.get(index) instanceof OpResult.Stat stat ? see(stat.version()) : null;
  }

  private @Nullable OpError check(ObjectOp.Condition condition) {
    return switch (condition) {
      case ObjectOp.AssertExists _ -> before.content().exists() ? null : OpError.NOT_FOUND;
      case ObjectOp.CompareAttribute compare ->
          ExpectedResults.holds(compare, before.content()) ? null : OpError.CONDITION_FAILED;
      case ObjectOp.AssertVersion asserted -> {
        boolean failed =
            operation.ending() instanceof CallOutcome.Failed it
                && it.error() == OpError.VERSION_MISMATCH;
        State other = failed ? before.seenNotAt(asserted.version()) : null;
        if (other != null) {
          before = other;
          yield OpError.VERSION_MISMATCH;
        }
        yield see(asserted.version()) == null ? null : OpError.VERSION_MISMATCH;
      }
    };
  }

  /** Takes over the version before the operation, if it is possible; else returns an error. */
  private @Nullable OpError see(Version version) {
    State seen = before.seenAt(version);
    if (seen == null) {
      return OpError.INVALID;
    }
    before = seen;
    return null;
  }
}
