package io.pando.mds.caps;

import io.pando.fs.CapabilitySet;
import io.pando.fs.Ino;
import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a request needs before it can be executed.
 *
 * @param ticket number of the request at the server
 * @param session the session that asks; 0 for the server itself
 * @param forbidden for each inode, the capabilities that no other session may have meanwhile
 * @param exact files of which the answer contains size and times, so that sessions that write them
 *     must tell these first
 */
public record Footprint(
    long ticket, long session, SortedMap<Ino, CapabilitySet> forbidden, SortedSet<Ino> exact) {
  public Footprint {
    forbidden = Collections.unmodifiableSortedMap(new TreeMap<>(forbidden));
    exact = Collections.unmodifiableSortedSet(new TreeSet<>(exact));
  }

  /** The inodes that it names. */
  SortedSet<Ino> inodes() {
    SortedSet<Ino> inodes = new TreeSet<>(forbidden.keySet());
    inodes.addAll(exact);
    return inodes;
  }
}
