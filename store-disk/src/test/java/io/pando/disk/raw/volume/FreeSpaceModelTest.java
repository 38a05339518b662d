package io.pando.disk.raw.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pando.check.Invariant;
import io.pando.random.Random64;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The allocator compared with a list of each block's state. */
class FreeSpaceModelTest {
  private enum State {
    FREE,
    ALLOTTED,
    USED,
    RELEASED,
    BARE
  }

  private record Released(long number, boolean whole, List<FreeSpace.Run> runs) {}

  private Random64 random = new Random64(0);
  private int capacity;
  private FreeSpace free = new FreeSpace(0);
  private State[] states = {};
  private int limit;
  private int cursor;
  private boolean removesCollection;
  private long batch;
  private final List<Integer> released = new ArrayList<>();
  private final ArrayDeque<Released> sealed = new ArrayDeque<>();
  private final ArrayDeque<FreeSpace.Run> unwanted = new ArrayDeque<>();
  private final ArrayDeque<FreeSpace.Run> announced = new ArrayDeque<>();

  @ParameterizedTest
  @CsvSource({"1,1", "2,63", "3,64", "4,65", "5,130", "6,200", "7,256", "8,40", "9,77", "10,128"})
  void answersAsAModel(long seed, int blocks) {
    random = new Random64(seed);
    capacity = blocks;
    free = new FreeSpace(blocks);
    states = new State[blocks];
    Arrays.fill(states, State.FREE);
    for (int i = 0; i < 700; i++) {
      step(random.nextInt(16));
      compare();
    }
  }

  private long count(State state) {
    return Arrays.stream(states).filter(each -> each == state).count();
  }

  private long set() {
    return capacity - count(State.FREE);
  }

  private long announcedBlocks() {
    return announced.stream().mapToLong(FreeSpace.Run::count).sum();
  }

  private long availableBelowLimit() {
    return limit - set() - announcedBlocks();
  }

  private void compare() {
    free.invariants();
    free.thoroughInvariants();
    assertThat(free.capacity()).isEqualTo(capacity);
    assertThat(free.limit()).isEqualTo(limit);
    assertThat(free.available()).isEqualTo(count(State.FREE) + count(State.BARE));
    assertThat(free.availableBelowLimit()).isEqualTo(availableBelowLimit());
    assertThat(free.occupied()).isEqualTo(count(State.USED));
    assertThat(free.bare()).isEqualTo(count(State.BARE));
    assertThat(free.allotted()).isEqualTo(count(State.ALLOTTED));
    assertThat(free.released()).isEqualTo(count(State.RELEASED));
    assertThat(free.hasAnnounced()).isEqualTo(!announced.isEmpty());
    assertThat(free.hasUnwanted()).isEqualTo(!unwanted.isEmpty());
    BitSet used = new BitSet();
    BitSet expected = new BitSet();
    for (int block = 0; block < capacity; block++) {
      used.set(block, free.isUsed(block));
      expected.set(block, states[block] != State.FREE && states[block] != State.BARE);
    }
    assertThat(used).isEqualTo(expected);
  }

  private void step(int kind) {
    switch (kind) {
      case 0 -> {
        limit += random.nextInt(Math.min(capacity - limit, 40) + 1);
        free.raiseLimit(limit);
      }
      case 1 -> {
        int most = random.nextInt(capacity + 10);
        limit = Math.max(limit, Math.min(most, capacity));
        free.reserved(most);
      }
      case 2, 3 -> allocate(State.USED);
      case 4 -> allocate(State.ALLOTTED);
      case 5 -> settle();
      case 6, 7 -> release();
      case 8 -> {
        batch += random.nextInt(3);
        free.seal(batch);
        if (!released.isEmpty()) {
          sealed.addLast(new Released(batch, removesCollection, runs(released)));
        }
        released.clear();
        removesCollection = false;
      }
      case 9 -> recycle(batch - random.nextInt(4));
      case 10 -> {
        free.onCollectionRemoved();
        removesCollection = true;
      }
      case 11 -> claim(random.nextInt(capacity + 4) - 2);
      case 12 -> markBare(random.nextInt(capacity + 1), random.nextInt(capacity + 70));
      case 13 -> markUnwanted(random.nextInt(capacity));
      case 14 -> onBare(random.nextInt(70));
      default -> announce();
    }
  }

  private void allocate(State as) {
    int most = 1 + random.nextInt(20);
    if (set() >= limit) {
      assertThatThrownBy(() -> free.allocate(most)).isInstanceOf(Invariant.BrokenInvariant.class);
      return;
    }
    int first = nextFree(cursor);
    if (first >= limit) {
      first = nextFree(0);
    }
    int end = first;
    while (end < limit && end - first < most && states[end] == State.FREE) {
      states[end++] = as;
    }
    cursor = end;
    FreeSpace.Run run = as == State.USED ? free.allocate(most) : free.allot(most);
    assertThat(run).isEqualTo(new FreeSpace.Run(first, end - first));
  }

  private int nextFree(int from) {
    int block = from;
    while (block < limit && states[block] != State.FREE) {
      block++;
    }
    return block;
  }

  private int find(State state) {
    int from = random.nextInt(capacity);
    for (int i = 0; i < capacity; i++) {
      int block = (from + i) % capacity;
      if (states[block] == state) {
        return block;
      }
    }
    return -1;
  }

  private void settle() {
    int block = find(State.ALLOTTED);
    if (block < 0) {
      int other = random.nextInt(capacity);
      assertThatThrownBy(() -> free.take(other)).isInstanceOf(Invariant.BrokenInvariant.class);
    } else if (random.nextBoolean()) {
      free.take(block);
      states[block] = State.USED;
    } else {
      int end = block;
      while (end < capacity && states[end] == State.ALLOTTED) {
        states[end++] = State.FREE;
      }
      free.giveBack(new FreeSpace.Run(block, end - block));
    }
  }

  private void release() {
    int block = find(State.USED);
    for (int i = random.nextInt(6); i >= 0 && block >= 0 && block < capacity; i--) {
      if (states[block] == State.USED) {
        free.release(block);
        released.add(block);
        states[block] = State.RELEASED;
      }
      block++;
    }
  }

  private static List<FreeSpace.Run> runs(List<Integer> blocks) {
    List<FreeSpace.Run> runs = new ArrayList<>();
    for (int block : blocks) {
      FreeSpace.Run last = runs.isEmpty() ? new FreeSpace.Run(-2, 1) : runs.getLast();
      if (last.first() + last.count() == block) {
        runs.set(runs.size() - 1, new FreeSpace.Run(last.first(), last.count() + 1));
      } else {
        runs.add(new FreeSpace.Run(block, 1));
      }
    }
    return runs;
  }

  private void recycle(long upTo) {
    free.recycle(upTo);
    while (!sealed.isEmpty() && sealed.getFirst().number() <= upTo) {
      Released first = sealed.removeFirst();
      for (FreeSpace.Run run : first.runs()) {
        fill(run, State.FREE);
        if (first.whole()) {
          unwanted.addLast(run);
        }
      }
    }
  }

  private void fill(FreeSpace.Run run, State state) {
    Arrays.fill(states, (int) run.first(), (int) run.first() + run.count(), state);
  }

  private void claim(int block) {
    boolean claims =
        block >= 0
            && block < capacity
            && (states[block] == State.FREE || states[block] == State.BARE);
    boolean promised = random.nextBoolean();
    assertThat(promised ? free.claimAllotted(block) : free.claim(block)).isEqualTo(claims);
    if (claims) {
      states[block] = promised ? State.ALLOTTED : State.USED;
      limit = Math.max(limit, block + 1);
    }
  }

  private void markBare(int from, int to) {
    free.markBare(from, to);
    for (int block = from; block < Math.min(to, limit); block++) {
      states[block] = states[block] == State.FREE ? State.BARE : states[block];
    }
  }

  private void markUnwanted(int kept) {
    free.markUnwanted(kept);
    unwanted.clear();
    long left = availableBelowLimit() - kept;
    for (int block = nextFree(0); block < limit && left > 0; block = nextFree(block)) {
      int first = block;
      while (block < limit && states[block] == State.FREE && left > 0) {
        block++;
        left--;
      }
      unwanted.addLast(new FreeSpace.Run(first, block - first));
    }
  }

  private void onBare(int most) {
    FreeSpace.Run run = free.bareRun(most + 1);
    int first = Arrays.asList(states).indexOf(State.BARE);
    if (first < 0) {
      assertThat(run).isNull();
      return;
    }
    int end = first;
    while (end < capacity && states[end] == State.BARE && end - first <= most) {
      end++;
    }
    FreeSpace.Run expected = new FreeSpace.Run(first, end - first);
    assertThat(run).isEqualTo(expected);
    free.onReserved(expected);
    fill(expected, State.FREE);
  }

  private void announce() {
    switch (random.nextInt(4)) {
      case 0 -> {
        free.announce();
        announced.addAll(unwanted);
        unwanted.clear();
      }
      case 1 -> {
        free.keepAnnounced();
        announced.clear();
      }
      default -> assertThat(free.takeUnwanted()).isEqualTo(takeUnwanted());
    }
  }

  private FreeSpace.@Nullable Run takeUnwanted() {
    while (!announced.isEmpty()) {
      FreeSpace.Run run = announced.removeFirst();
      int end = (int) run.first() + run.count();
      int first = (int) run.first();
      while (first < end && states[first] != State.FREE) {
        first++;
      }
      int last = first;
      while (last < end && states[last] == State.FREE) {
        last++;
      }
      if (last < end) {
        announced.addFirst(new FreeSpace.Run(last, end - last));
      }
      if (last > first) {
        FreeSpace.Run taken = new FreeSpace.Run(first, last - first);
        for (int block = first; block < Math.min(last, limit); block++) {
          states[block] = State.BARE;
        }
        return taken;
      }
    }
    return null;
  }

  @Test
  void whatIsSparedComesInPiecesOf16MiB() {
    FreeSpace wide = new FreeSpace(20_000);
    wide.raiseLimit(10_000);
    wide.markUnwanted(1_807);
    wide.announce();
    assertThat(wide.availableBelowLimit()).isEqualTo(1_807);
    assertThat(wide.takeUnwanted()).isEqualTo(new FreeSpace.Run(0, 4096));
    assertThat(wide.takeUnwanted()).isEqualTo(new FreeSpace.Run(4096, 4096));
    assertThat(wide.takeUnwanted()).isEqualTo(new FreeSpace.Run(8192, 1));
    assertThat(wide.takeUnwanted()).isNull();
    assertThat(wide.hasAnnounced()).isFalse();
  }

  @Test
  void whatWasNotDoneCannotBeUndone() {
    FreeSpace few = new FreeSpace(10);
    few.raiseLimit(5);
    assertThatThrownBy(() -> few.raiseLimit(4)).isInstanceOf(Invariant.BrokenInvariant.class);
    assertThatThrownBy(() -> few.raiseLimit(11)).isInstanceOf(Invariant.BrokenInvariant.class);
    few.raiseLimit(10);
    assertThatThrownBy(() -> few.release(0)).isInstanceOf(Invariant.BrokenInvariant.class);
    FreeSpace.Run promised = few.allot(1);
    assertThatThrownBy(() -> few.take(5)).isInstanceOf(Invariant.BrokenInvariant.class);
    few.giveBack(promised);
    FreeSpace.Run run = few.allocate(3);
    assertThatThrownBy(() -> few.giveBack(run)).isInstanceOf(Invariant.BrokenInvariant.class);
  }
}
