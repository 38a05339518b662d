package io.pando.osd.shard;

import io.pando.erasure.kernel.GfKernel;
import io.pando.erasure.kernel.PlainKernel;
import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.port.Transport;
import java.util.function.Supplier;

/**
 * The ports of one shard of an OSD.
 *
 * @param loop event loop on whose single thread the whole shard runs
 * @param transport endpoint of the shard, used on that loop
 * @param store store of the shard, used on that loop
 * @param kernel gives what computes the fragments of erasure-coded pools; called when the first
 *     such pool has a group here
 */
public record ShardPorts(
    EventLoop loop, Transport transport, ObjectStore store, Supplier<GfKernel> kernel) {
  /** The ports of a shard that computes fragments in plain Java. */
  public ShardPorts(EventLoop loop, Transport transport, ObjectStore store) {
    this(loop, transport, store, PlainKernel::new);
  }
}
