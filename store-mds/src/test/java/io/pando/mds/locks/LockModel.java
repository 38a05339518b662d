package io.pando.mds.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.bytes.ByteRange;
import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.request.FsError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Drives a {@link LockTable} beside a model that has one mode for each byte of each owner. */
final class LockModel implements LockTable.Decisions {
  /** Bytes of a file that may differ; those behind them are one byte of the model. */
  static final int BYTES = 12;

  private final LockTable table;
  private final int mostLocks;
  private final SortedMap<LockPlace, SortedMap<LockOwner, LockMode[]>> bytes = new TreeMap<>();

  /** Requests that wait, the oldest first. */
  private final List<LockAsk> waiting = new ArrayList<>();

  /** The outcomes of a step. */
  final List<String> outcomes = new ArrayList<>();

  /** How many requests failed with each error. */
  final SortedMap<FsError, Integer> failures = new TreeMap<>();

  private @Nullable LockAsk asked;
  private long lastNumber;
  int grantedAfterWait;

  LockModel(int mostLocks) {
    this.mostLocks = mostLocks;
    this.table = new LockTable(new LockLimits(mostLocks, 100), this);
  }

  LockTable table() {
    return table;
  }

  List<LockAsk> waiting() {
    return List.copyOf(waiting);
  }

  static LockClaim claim(LockFamily family, long owner, LockMode mode, ByteRange range) {
    return new LockClaim(family, owner, 77, mode, range);
  }

  // Steps

  /** A request; returns its number. */
  long ask(long session, Ino ino, LockClaim claim, boolean waits) {
    lastNumber++;
    LockAsk ask = new LockAsk(session, lastNumber, ino, claim, waits);
    asked = ask;
    outcomes.clear();
    if (claim.family() == LockFamily.FLOCK && !holders(ask).isEmpty()) {
      // A conversion gives up the old lock.
      Arrays.fill(modes(ask.place(), ask.owner()), LockMode.NONE);
    }
    table.ask(ask);
    waits();
    check();
    return ask.number();
  }

  /** The request that was asked has no outcome yet, so it waits. */
  private void waits() {
    LockAsk ask = asked;
    if (ask != null) {
      asked = null;
      assertThat(ask.waits()).as("%s has no outcome", ask).isTrue();
      assertThat(cycle(ask)).as("%s waits for itself", ask).isFalse();
      waiting.add(ask);
    }
  }

  void cancel(LockAsk ask) {
    outcomes.clear();
    assertThat(table.cancel(ask.session(), ask.number())).isTrue();
    assertThat(waiting).doesNotContain(ask);
    check();
  }

  void endSession(long session) {
    outcomes.clear();
    waiting.removeIf(ask -> ask.session() == session);
    bytes.values().forEach(file -> file.keySet().removeIf(it -> it.session() == session));
    table.sessionGone(session);
    assertThat(table.locksOf(session)).isZero();
    check();
  }

  // Outcomes

  @Override
  public void decided(LockAsk ask, @Nullable FsError error) {
    outcomes.add(ask.number() + " " + (error == null ? "granted" : error));
    boolean isNew = ask.equals(asked);
    if (!isNew) {
      waits();
    }
    assertThat(isNew || waiting.remove(ask)).as("%s ends twice", ask).isTrue();
    if (isNew) {
      asked = null;
    }
    if (error == null) {
      granted(ask, isNew);
    } else {
      failures.merge(error, 1, Integer::sum);
      failed(ask, error);
    }
  }

  private void granted(LockAsk ask, boolean isNew) {
    grantedAfterWait += isNew ? 0 : 1;
    assertThat(holders(ask)).as("%s is granted", ask).isEmpty();
    LockMode[] modes = modes(ask.place(), ask.owner());
    for (int at = first(ask); at < end(ask); at++) {
      modes[at] = ask.claim().mode();
    }
  }

  private void failed(LockAsk ask, FsError error) {
    switch (error) {
      case EAGAIN -> assertThat(holders(ask)).as("%s fails: %s", ask, error).isNotEmpty();
      case EDEADLK -> assertThat(cycle(ask)).as("%s fails: %s", ask, error).isTrue();
      case ENOLCK -> assertThat(table.locksOf(ask.session()) + 2).isGreaterThan(mostLocks);
      default -> assertThat(error).isEqualTo(FsError.EINTR);
    }
  }

  // The model

  private static int first(LockAsk ask) {
    return (int) ask.claim().range().offset();
  }

  private static int end(LockAsk ask) {
    return (int) Math.min(BYTES + 1, ask.claim().range().end());
  }

  private LockMode[] modes(LockPlace place, LockOwner owner) {
    return bytes
        .computeIfAbsent(place, _ -> new TreeMap<>())
        .computeIfAbsent(
            owner,
            _ -> {
              LockMode[] none = new LockMode[BYTES + 1];
              Arrays.fill(none, LockMode.NONE);
              return none;
            });
  }

  /** Owners of locks that conflict with a request. */
  private SortedSet<LockOwner> holders(LockAsk ask) {
    SortedSet<LockOwner> holders = new TreeSet<>();
    bytes
        .getOrDefault(ask.place(), new TreeMap<>())
        .forEach((owner, modes) -> {
          for (int at = first(ask); at < end(ask); at++) {
            if (!owner.equals(ask.owner()) && modes[at].conflictsWith(ask.claim().mode())) {
              holders.add(owner);
            }
          }
        });
    return holders;
  }

  /** Whether an owner would wait for itself; only locks count. */
  private boolean cycle(LockAsk ask) {
    return ask.claim().family() == LockFamily.RECORD
        && reached(holders(ask), false).contains(ask.owner());
  }

  private SortedSet<LockOwner> reached(SortedSet<LockOwner> from, boolean ordered) {
    SortedSet<LockOwner> reached = new TreeSet<>(from);
    for (int size = -1; size < reached.size(); ) {
      size = reached.size();
      for (LockAsk each : waiting) {
        if (reached.contains(each.owner())) {
          reached.addAll(holders(each));
          if (ordered) {
            older(each).forEach(it -> reached.add(it.owner()));
          }
        }
      }
    }
    return reached;
  }

  private List<LockAsk> older(LockAsk ask) {
    int at = waiting.indexOf(ask);
    return waiting.subList(0, at).stream()
        .filter(it -> it.place().equals(ask.place()))
        .filter(it -> it.claim().conflictsWith(ask.claim()))
        .filter(it -> !it.owner().equals(ask.owner()))
        .toList();
  }

  /** Each request that waits has a reason. */
  private void check() {
    table.invariants();
    for (LockAsk ask : waiting) {
      boolean heldUp =
          older(ask).stream()
              .anyMatch(
                  it -> !reached(new TreeSet<>(List.of(it.owner())), true).contains(ask.owner()));
      assertThat(!holders(ask).isEmpty() || heldUp).as("%s waits for nothing", ask).isTrue();
    }
  }

  /** The answer to a test is the first byte that conflicts. */
  void test(long session, Ino ino, LockClaim claim) {
    LockAsk ask = new LockAsk(session, 0, ino, claim, false);
    SortedMap<LockOwner, LockMode[]> file = bytes.getOrDefault(ask.place(), new TreeMap<>());
    int first = -1;
    for (int at = end(ask) - 1; at >= first(ask); at--) {
      for (LockOwner owner : holders(ask)) {
        LockMode[] modes = file.get(owner);
        first = modes != null && modes[at].conflictsWith(claim.mode()) ? at : first;
      }
    }
    long shown =
        table
            .conflict(session, ino, claim)
            .map(it -> Math.max(it.range().offset(), claim.range().offset()))
            .orElse(-1L);
    assertThat(shown).as("test of %s", ask).isEqualTo(first);
  }
}
