package io.pando.mds.rank;

/**
 * A session that is to be fenced.
 *
 * @param why what people are told, as a clause
 */
public record Eviction(long session, String why) {}
