package io.pando.sim.check;

import io.pando.id.Version;
import io.pando.op.ObjectOp;
import io.pando.op.OpOutcome;
import io.pando.op.OpResult;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Tries every order of a few operations on one object, with every version that could matter. */
final class BruteForce {
  private final SortedSet<Version> versions = new TreeSet<>();

  private BruteForce(List<ClientCall> operations) {
    addBehind(Version.ZERO, operations.size());
    for (ClientCall operation : operations) {
      for (ObjectOp op : operation.ops()) {
        if (op instanceof ObjectOp.AssertVersion asserted) {
          mention(asserted.version());
        }
      }
      if (operation.ending() instanceof CallOutcome.Succeeded it) {
        mention(it);
      }
    }
  }

  private void mention(CallOutcome.Succeeded told) {
    if (told.version() != null) {
      mention(told.version());
    }
    for (OpResult result : told.results()) {
      if (result instanceof OpResult.Stat stat) {
        mention(stat.version());
      }
    }
  }

  private void mention(Version version) {
    versions.add(version);
    addBehind(version, 3);
  }

  private void addBehind(Version version, int count) {
    for (int i = 1; i <= count; i++) {
      versions.add(new Version(version.epoch(), version.counter() + i));
    }
  }

  static boolean isLinearizable(List<ClientCall> operations) {
    return new BruteForce(operations).search(new PlainObject(), operations);
  }

  private boolean search(PlainObject object, List<ClientCall> left) {
    if (left.stream().allMatch(it -> it.ending() instanceof CallOutcome.Unknown)) {
      return true;
    }
    for (ClientCall next : left) {
      boolean first = left.stream().noneMatch(other -> other.returnNanos() < next.callNanos());
      List<ClientCall> rest = new ArrayList<>(left);
      rest.remove(next);
      if (first && tryNext(object, next, rest)) {
        return true;
      }
    }
    return false;
  }

  private boolean tryNext(PlainObject object, ClientCall next, List<ClientCall> rest) {
    for (Version version : versions) {
      PlainObject copy = object.copy();
      OpOutcome outcome = copy.run(next.ops(), version);
      boolean ordered = copy.changes() == object.changes() || version.isAfter(object.last());
      if (ordered && fits(outcome, next.ending()) && search(copy, rest)) {
        return true;
      }
    }
    return false;
  }

  private static boolean fits(OpOutcome outcome, CallOutcome ending) {
    return switch (ending) {
      case CallOutcome.Unknown _ -> true;
      case CallOutcome.NotDone _, CallOutcome.Damaged _ -> false;
      case CallOutcome.Failed failed ->
          outcome instanceof OpOutcome.Failed it && it.error() == failed.error();
      case CallOutcome.Succeeded told ->
          outcome instanceof OpOutcome.Succeeded it
              && (told.version() == null || it.version().equals(told.version()))
              && it.results().equals(told.results());
    };
  }
}
