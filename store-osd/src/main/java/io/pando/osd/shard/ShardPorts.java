package io.pando.osd.shard;

import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.port.Transport;

/**
 * The ports of one shard of an OSD.
 *
 * @param loop event loop on whose single thread the whole shard runs
 * @param transport endpoint of the shard, used on that loop
 * @param store store of the shard, used on that loop
 */
public record ShardPorts(EventLoop loop, Transport transport, ObjectStore store) {}
