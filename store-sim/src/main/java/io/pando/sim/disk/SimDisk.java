package io.pando.sim.disk;

import io.pando.disk.StoreException;
import io.pando.id.ObjectId;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.sim.world.SimProcess;
import io.pando.store.CollectionId;
import java.util.List;
import java.util.function.Consumer;

/** The disk of one shard through all lives of its daemon. */
public sealed interface SimDisk permits RawDisk, VolumeDisk, HeapDisk {
  /**
   * Opens a store on it, in a new process; what was open before must have crashed.
   *
   * @throws StoreException if its faults do not let it be opened
   */
  ObjectStore open(SimProcess process, EventLoop loop) throws StoreException;

  /**
   * The store is closed, as a daemon does before it ends: calls once what was submitted is durable
   * or was given up. That may take for ever if the disk has a fault. A {@link #crash} follows.
   */
  void close(Runnable done);

  /** The process or its machine is dead: what was not durable may be lost, kept or torn. */
  void crash();

  /** Whether what was written is being made durable. */
  boolean isFlushing();

  /** It is replaced by an empty one; nothing may be open. */
  void wipe();

  void apply(DiskFault fault);

  /** Ends a fault; harmless if it was not there. */
  void lift(DiskFault fault);

  /** Spoils what holds a byte of an object; false if nothing does. The store must be open. */
  boolean damage(CollectionId collection, ObjectId object, long offset);

  /** Spoils something, anywhere; false if nothing is there. */
  boolean damageAny();

  /**
   * Has the store look whether all that it stores fits together, but for the bytes themselves, once
   * what was submitted is durable: every block has one owner or is free, nothing belongs to no
   * object. Tells a sentence for each fault. The store must be open.
   */
  void check(Consumer<List<String>> done);
}
