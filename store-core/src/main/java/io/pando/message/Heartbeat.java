package io.pando.message;

/**
 * Between OSDs that share groups.
 *
 * @param epoch map epoch of the sender
 * @param sentNanos the pinger's clock when the ping left; the pong repeats it
 * @param pong whether this is the answer
 * @param fullness how full the sender's fullest store is, in thousandths
 */
public record Heartbeat(long epoch, long sentNanos, boolean pong, int fullness)
    implements Message {}
