package io.pando.osd.pg.write;

import io.pando.id.MemberId;
import io.pando.op.ObjectOp;
import io.pando.osd.pg.replica.Replica;
import io.pando.report.OpenOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.stream.Collectors;

/** Says how far a client's vector has come, and whom it waits for. */
final class OperationReport {
  private final Replica replica;
  private final Availability availability;

  OperationReport(Replica replica, Availability availability) {
    this.replica = replica;
    this.availability = availability;
  }

  /** A vector that is not answered. */
  OpenOperation open(ClientOp op, ObjectSlot slot) {
    return report(op, waitsFor(op, slot));
  }

  /** A vector that is about to be answered. */
  OpenOperation done(ClientOp op) {
    return report(op, "");
  }

  private OpenOperation report(ClientOp op, String waitsFor) {
    return new OpenOperation(
        op.request.id(),
        op.streams.isEmpty() ? replica.self().osd().node() : op.client().node(),
        replica.group(),
        op.object(),
        op.request.ops().stream().map(OperationReport::name).collect(Collectors.joining("+")),
        new OpenOperation.Progress(replica.nowNanos() - op.askedNanos, steps(op), waitsFor));
  }

  private static String name(ObjectOp op) {
    String name = op.getClass().getSimpleName();
    return name.substring(0, 1).toLowerCase(Locale.ROOT) + name.substring(1);
  }

  private static List<OpenOperation.Step> steps(ClientOp op) {
    List<OpenOperation.Step> steps = new ArrayList<>();
    if (op.startedNanos > 0) {
      steps.add(new OpenOperation.Step("started", op.startedNanos - op.askedNanos));
    }
    if (op.update != null) {
      steps.addAll(op.update.steps());
    }
    return steps;
  }

  private String waitsFor(ClientOp op, ObjectSlot slot) {
    if (op.update != null) {
      SortedSet<MemberId> awaited = op.update.awaited();
      return awaited.isEmpty()
          ? "earlier updates of the group, which are committed in order"
          : "the update to be durable on "
              + awaited.stream().map(MemberId::toString).collect(Collectors.joining(", "));
    }
    if (!slot.queue.contains(op)) {
      return slot.planning || slot.readers > 0
          ? "the store to read the object"
          : "copies of the object on all members";
    }
    boolean usable =
        op.mutates ? availability.isWritable(op.object()) : availability.isReadable(op.object());
    if (!usable) {
      return availability.isLost(op.object())
          ? "a good copy of the object: no OSD has one"
          : "recovery of the object";
    }
    return "operations on the same object that came before it";
  }
}
