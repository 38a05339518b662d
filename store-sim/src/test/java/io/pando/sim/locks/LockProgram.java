package io.pando.sim.locks;

import io.pando.bytes.ByteRange;
import io.pando.fs.Ino;
import io.pando.fs.lock.LockClaim;
import io.pando.fs.lock.LockFamily;
import io.pando.fs.lock.LockMode;
import io.pando.fs.lock.LockPart;
import io.pando.fs.lock.LockRanges;
import io.pando.fs.request.FsError;
import io.pando.random.Random64;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A program that locks files, and what it believes to have. It does one call at a time. */
final class LockProgram {
  private static final int BYTES = 8;
  private static final int FILES = 3;
  private static final List<LockMode> MODES =
      List.of(LockMode.NONE, LockMode.SHARED, LockMode.EXCLUSIVE, LockMode.EXCLUSIVE);

  /** A call that has not ended; {@code before} is what it believed to have of the file. */
  private record Call(
      long number, Ino ino, LockClaim claim, boolean waits, boolean tests, LockRanges before) {}

  private final LockWorld world;
  private final LockMount mount;
  private final long owner;
  private final Random64 random;
  private final SortedMap<String, LockRanges> believed = new TreeMap<>();
  private @Nullable Call call;

  LockProgram(LockWorld world, LockMount mount, long owner) {
    this.world = world;
    this.mount = mount;
    this.owner = owner;
    this.random = world.random().split();
  }

  /** What it believes to have, by file and family. */
  SortedMap<String, LockRanges> believed() {
    return believed;
  }

  boolean isBusy() {
    return call != null;
  }

  boolean isCalling(long number) {
    return call != null && call.number() == number;
  }

  private static String key(Ino ino, LockFamily family) {
    return ino + " " + family;
  }

  // Acting

  void act() {
    Call now = call;
    if (now != null) {
      if (now.waits() && random.oneIn(8)) {
        mount.cancel(now.ino(), now.claim());
      }
    } else if (random.oneIn(25)) {
      close(new Ino(1L + random.nextInt(FILES)));
    } else if (random.oneIn(8)) {
      begin(new Ino(1L + random.nextInt(FILES)), claim(), false, true);
    } else {
      begin(new Ino(1L + random.nextInt(FILES)), claim(), random.nextBoolean(), false);
    }
  }

  /** Does what makes the world quiet: gives up everything. */
  void giveUp() {
    Call now = call;
    if (now != null) {
      if (now.waits()) {
        mount.cancel(now.ino(), now.claim());
      }
    } else {
      for (int ino = 1; ino <= FILES; ino++) {
        close(new Ino(ino));
      }
    }
  }

  private void close(Ino ino) {
    for (LockFamily family : LockFamily.values()) {
      believed.remove(key(ino, family));
    }
    mount.close(ino, owner);
  }

  private LockClaim claim() {
    LockMode mode = MODES.get(random.nextInt(MODES.size()));
    if (random.oneIn(4)) {
      return new LockClaim(LockFamily.FLOCK, owner, 1, mode, LockClaim.WHOLE_FILE);
    }
    int offset = random.nextInt(BYTES);
    ByteRange range =
        random.oneIn(5)
            ? LockClaim.WHOLE_FILE
            : new ByteRange(offset, 1 + random.nextInt(BYTES - offset));
    return new LockClaim(LockFamily.RECORD, owner, 1, mode, range);
  }

  private void begin(Ino ino, LockClaim claim, boolean waits, boolean tests) {
    LockRanges has = of(ino, claim.family());
    boolean isFlock = claim.family() == LockFamily.FLOCK;
    if (isFlock && !tests && has.parts().stream().anyMatch(it -> it.mode() != claim.mode())) {
      // A conversion may give up the old lock.
      has.set(LockClaim.WHOLE_FILE, LockMode.NONE);
    }
    LockRanges before = new LockRanges();
    for (LockPart part : has.parts()) {
      before.set(part.range(), part.mode());
    }
    if (!tests) {
      boolean _ = has.lower(claim.range(), claim.mode());
    }
    long number = world.nextCall();
    call = new Call(number, ino, claim, waits, tests, before);
    if (tests) {
      mount.test(number, ino, claim);
    } else {
      mount.lock(number, ino, claim, waits);
    }
  }

  private LockRanges of(Ino ino, LockFamily family) {
    return believed.computeIfAbsent(key(ino, family), _ -> new LockRanges());
  }

  // Outcomes

  void onEnded(long number, @Nullable FsError error) {
    Call ended = call;
    if (ended == null || ended.number() != number) {
      throw new AssertionError("call " + number + " ends, where " + ended + " is under way");
    }
    call = null;
    world.count(error == null ? "done" : error.toString());
    if (ended.tests()) {
      return;
    }
    if (error == null) {
      of(ended.ino(), ended.claim().family()).set(ended.claim().range(), ended.claim().mode());
    } else if (error != FsError.EIO) {
      // A call that fails changes nothing.
      believed.put(key(ended.ino(), ended.claim().family()), ended.before());
    }
  }

  void onLost(Ino ino, LockFamily family) {
    world.count("lost");
    believed.remove(key(ino, family));
  }

  void onSessionOver() {
    for (LockRanges each : believed.values()) {
      if (!each.isEmpty()) {
        throw new AssertionError("a loss was not reported: " + believed);
      }
    }
  }

  @Override
  public String toString() {
    return "owner " + owner + " in " + mount + " has " + believed + ", calls " + call;
  }
}
