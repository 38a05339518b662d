package io.pando.sim.check;

import io.pando.op.ObjectOp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Checks listings against concurrent operations: a listing must contain every object that existed
 * during the whole listing, no object that did not exist at any time during it, and no object
 * twice. An object that may or may not have existed may be listed or not.
 */
public final class ListingCheck {
  private final SortedMap<String, Life> lives = new TreeMap<>();

  /** Operations that may have created an object, and those that may have removed it. */
  private static final class Life {
    final List<ClientCall> makers = new ArrayList<>();
    final List<ClientCall> removers = new ArrayList<>();

    /** Whether the object certainly existed during the whole time. */
    boolean lasts(long from, long to) {
      return makers.stream()
          .anyMatch(maker ->
              maker.isKnown()
                  && maker.returnNanos() < from
                  && removers.stream()
                      .allMatch(remover ->
                          remover.returnNanos() < maker.callNanos() || remover.callNanos() > to));
    }

    /** Whether the object certainly did not exist at any time between. */
    boolean lacks(long from, long to) {
      return makers.stream()
          .allMatch(maker ->
              maker.callNanos() > to
                  || removers.stream()
                      .anyMatch(remover ->
                          remover.isKnown()
                              && remover.returnNanos() < from
                              && maker.returnNanos() < remover.callNanos()));
    }
  }

  private ListingCheck(List<ClientCall> history) {
    for (ClientCall operation : history) {
      boolean happened =
          operation.ending() instanceof CallOutcome.Succeeded
              || operation.ending() instanceof CallOutcome.Unknown;
      if (happened && operation.mutates()) {
        Life life = lives.computeIfAbsent(operation.object(), _ -> new Life());
        switch (tendency(operation)) {
          case MAKES -> life.makers.add(operation);
          case REMOVES -> life.removers.add(operation);
          case NEITHER -> {}
        }
      }
    }
  }

  /** One finding for each listing and object that contradict each other. */
  public static List<HistoryViolation> check(List<ClientCall> history, List<Listed> listings) {
    ListingCheck check = new ListingCheck(history);
    List<HistoryViolation> findings = new ArrayList<>();
    listings.forEach(listing -> check.judge(listing, findings));
    return findings;
  }

  private void judge(Listed listing, List<HistoryViolation> findings) {
    SortedSet<String> names = new TreeSet<>();
    for (String name : listing.names()) {
      if (!names.add(name)) {
        add(listing, name, "lists it twice", findings);
      }
      Life life = lives.get(name);
      if (life == null || life.lacks(listing.callNanos(), listing.returnNanos())) {
        add(listing, name, "lists it, but it did not exist then", findings);
      }
    }
    for (Map.Entry<String, Life> entry : lives.entrySet()) {
      if (!names.contains(entry.getKey())
          && entry.getValue().lasts(listing.callNanos(), listing.returnNanos())) {
        add(listing, entry.getKey(), "lacks it, but it existed all the time", findings);
      }
    }
  }

  private static void add(
      Listed listing, String object, String what, List<HistoryViolation> findings) {
    findings.add(
        new HistoryViolation(
            object,
            "object %s: the listing of %s from %s to %s ms %s"
                .formatted(
                    object,
                    listing.client(),
                    ClientCall.millis(listing.callNanos()),
                    ClientCall.millis(listing.returnNanos()),
                    what)));
  }

  private enum Tendency {
    MAKES,
    REMOVES,
    NEITHER
  }

  private static Tendency tendency(ClientCall operation) {
    Tendency tendency = Tendency.NEITHER;
    for (ObjectOp op : operation.ops()) {
      if (op instanceof ObjectOp.Remove) {
        tendency = Tendency.REMOVES;
      } else if (op instanceof ObjectOp.Mutation
          && !(op instanceof ObjectOp.Zero || op instanceof ObjectOp.RemoveAttribute)) {
        tendency = Tendency.MAKES;
      }
    }
    return tendency;
  }
}
