package io.pando.sim.check;

/**
 * The end of what a fenced session changes in one object: an answer to a client that sent its
 * operation with a map that fences the session. All updates of the session that ever take effect
 * come before that operation.
 *
 * @param session name of the fenced client in the history
 * @param answered the operation, whose outcome is known
 */
public record FencePoint(String session, ClientCall answered) {}
