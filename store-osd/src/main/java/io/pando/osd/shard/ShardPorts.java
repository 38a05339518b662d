package io.pando.osd.shard;

import io.pando.port.EventLoop;
import io.pando.port.ObjectStore;
import io.pando.port.Transport;

/**
 * What one shard of an OSD lives on.
 *
 * @param loop the one thread that everything of the shard runs on
 * @param transport endpoint of the shard, used on that loop
 * @param store owned by that loop
 */
public record ShardPorts(EventLoop loop, Transport transport, ObjectStore store) {}
