package io.pando.osd.pg.step;

import io.pando.message.ObjectMessage;
import io.pando.port.Peer;

/** A request that was under way when its interval ended; it is returned to its client. */
public record Unserved(Peer client, ObjectMessage.Request request) {}
