package io.pando.message;

/**
 * A heartbeat between OSDs that share groups.
 *
 * @param epoch map epoch of the sender
 * @param sentNanos the sender's clock when the ping was sent; the pong repeats it
 * @param pong whether this is the answer
 * @param fullness used space of the sender's fullest store, in thousandths
 */
public record Heartbeat(long epoch, long sentNanos, boolean pong, int fullness)
    implements Message {}
