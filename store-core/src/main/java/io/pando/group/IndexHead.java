package io.pando.group;

import io.pando.id.Version;
import java.util.SortedMap;

/**
 * The head of a group's version index: the versions that it covers.
 *
 * @param since lower bound: the index has the newest update of every object that changed after this
 *     version
 * @param to upper bound: the index covers updates up to this version; later ones are in the log
 * @param nextPage number of the next page to be written
 * @param counters counter of the last update of each epoch that had updates, from some epoch on;
 *     they show whether a version belongs to the group's history
 */
public record IndexHead(Version since, Version to, long nextPage, SortedMap<Long, Long> counters) {}
