package io.pando.group;

import io.pando.id.Version;
import java.util.SortedMap;

/**
 * How far a group's version index tells.
 *
 * @param since it has the newest update of every object that changed after this version
 * @param to up to this version; behind it the log tells
 * @param nextPage number of the page that is written next
 * @param counters of the last update of each epoch that had some, from some epoch on: with these it
 *     can be told whether a version is one of the group's history
 */
public record IndexHead(Version since, Version to, long nextPage, SortedMap<Long, Long> counters) {}
