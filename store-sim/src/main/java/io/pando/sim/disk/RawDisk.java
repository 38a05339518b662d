package io.pando.sim.disk;

import static io.pando.disk.StoreSpace.BLOCK_BYTES;

import io.pando.check.Invariant;
import io.pando.disk.StoreException;
import io.pando.disk.metadata.MetadataException;
import io.pando.disk.raw.RawStoreConfig;
import io.pando.disk.raw.SteppedRawStore;
import io.pando.disk.serve.CommitPhase;
import io.pando.format.DamagedRecordException;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.random.Random64;
import io.pando.sim.world.SimFailure;
import io.pando.sim.world.SimProcess;
import io.pando.sim.world.SimWorld;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A disk on which the production's raw store works, on a medium and metadata that keep what was
 * flushed. The store's steps are the process's: between any two of them it may be killed or paused.
 */
public final class RawDisk implements SimDisk {
  private static final RawStoreConfig CONFIG =
      new RawStoreConfig(null, 0, false, 64, 1 << 16, 1 << 18, 1 << 20, 1 << 20);

  /** Once in so many steps it takes long. */
  private static final int HICCUP_ONE_IN = 500;

  private static final long LONGEST_HICCUP_NANOS = 50_000_000;

  private final SimWorld world;
  private final Random64 random;
  private final String name;
  private final long blocks;
  private final DiskFaults faults = new DiskFaults();
  private SimMedium medium;
  private SimMetadata metadata;
  private @Nullable SteppedRawStore store;

  /** An empty disk. */
  public RawDisk(SimWorld world, Random64 random, long capacityBytes, String name) {
    this.world = world;
    this.random = random;
    this.name = name;
    this.blocks = capacityBytes / BLOCK_BYTES;
    this.medium = new SimMedium(blocks, faults, random.split(), name);
    this.metadata = new SimMetadata(faults, name);
  }

  @Override
  public ObjectStore open(SimProcess process, EventLoop loop) {
    Invariant.check(store == null, () -> name + " is open already");
    Life life = new Life(process);
    try {
      SteppedRawStore opened =
          SteppedRawStore.open(
              new SteppedRawStore.Ground(metadata, medium, name), CONFIG, loop, life::later);
      life.store = opened;
      store = opened;
      return opened;
    } catch (StoreException e) {
      throw new SimFailure(name + " cannot be opened: " + e.getMessage(), e);
    }
  }

  /** The store of one process, which takes a step whenever time has passed for it. */
  private final class Life {
    private final SimProcess process;
    private @Nullable SteppedRawStore store;

    Life(SimProcess process) {
      this.process = process;
    }

    void later() {
      SteppedRawStore stepped = Invariant.present(store, () -> name + " is open");
      world.at(world.nowNanos() + draw(stepped.phase()), process, () -> step(stepped));
    }

    private void step(SteppedRawStore stepped) {
      stepped.step();
      if (!stepped.isIdle()) {
        later();
      }
    }
  }

  private long draw(CommitPhase phase) {
    long usual =
        switch (phase) {
          case SERVE -> random.between(1_000, 200_000);
          case WRITE_DATA -> random.between(5_000, 500_000);
          case FLUSH_DATA, COMMIT_METADATA -> random.between(20_000, 1_500_000);
        };
    long hiccup = random.oneIn(HICCUP_ONE_IN) ? random.between(0, LONGEST_HICCUP_NANOS) : 0;
    long extra = faults.extraNanos();
    return usual + hiccup + (extra == 0 ? 0 : random.between(0, extra));
  }

  /** The step that was under way may have been taken or not. */
  @Override
  public void crash() {
    SteppedRawStore last = store;
    if (last != null && last.phase() != CommitPhase.SERVE && random.nextBoolean()) {
      last.step();
    }
    store = null;
    medium.crash();
    metadata.abandon();
  }

  @Override
  public void wipe() {
    Invariant.check(store == null, () -> name + " is open");
    faults.clear();
    medium = new SimMedium(blocks, faults, random.split(), name);
    metadata = new SimMetadata(faults, name);
  }

  @Override
  public void apply(DiskFault fault) {
    faults.apply(fault);
  }

  @Override
  public void lift(DiskFault fault) {
    faults.lift(fault);
  }

  @Override
  public boolean damage(CollectionId collection, ObjectId object, long offset) {
    try {
      OptionalLong block = open().blockOf(collection, object, offset);
      block.ifPresent(medium::flipBit);
      return block.isPresent();
    } catch (MetadataException | DamagedRecordException e) {
      throw new SimFailure(name + ": " + e.getMessage(), e);
    }
  }

  @Override
  public boolean damageAny() {
    return medium.flipAnyBit();
  }

  @Override
  public void check(Consumer<List<String>> done) {
    open().check(false, report -> done.accept(report.faults()));
  }

  private SteppedRawStore open() {
    return Invariant.present(store, () -> name + " is open");
  }
}
