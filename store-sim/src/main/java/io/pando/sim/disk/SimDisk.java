package io.pando.sim.disk;

import io.pando.disk.StoreException;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.sim.world.SimProcess;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.function.Consumer;

/** The disk of one shard, through all lives of its daemon. */
public sealed interface SimDisk permits RawDisk, VolumeDisk, HeapDisk {
  /**
   * Opens a store on it, in a new process; an earlier one must have crashed.
   *
   * @throws StoreException if its faults prevent opening
   */
  ObjectStore open(SimProcess process, EventLoop loop) throws StoreException;

  /**
   * Closes the store, as a daemon does before it ends: calls {@code done} once the submitted
   * transactions are durable or were given up. With a fault of the disk that may never happen. A
   * {@link #crash} follows.
   */
  void close(Runnable done);

  /** The process or its machine has died: bytes that were not durable may be lost, kept or torn. */
  void crash();

  /** Whether written bytes are being made durable. */
  boolean isFlushing();

  /** Replaces the disk by an empty one; no store may be open. */
  void wipe();

  void apply(DiskFault fault);

  /** Ends a fault; no effect if there was none. */
  void lift(DiskFault fault);

  /**
   * Corrupts the block that holds a byte of an object; false if there is none. The store must be
   * open.
   */
  boolean damage(CollectionId collection, ObjectId object, long offset);

  /** Corrupts any block; false if there is none. */
  boolean damageAny();

  /**
   * Lets the store check its consistency, except the bytes of objects, once the submitted
   * transactions are durable: every block has one owner or is free, nothing belongs to no object.
   * Passes a sentence for each fault. The store must be open.
   */
  void check(Consumer<List<String>> done);
}
