/**
 * The metadata server of the file system, of which only the journal and the tables are there so
 * far. It will be a pure machine, like the monitor's rules and the placement groups: requests of
 * clients in, replies and journal records out, so that it enters the same simulation. It will keep
 * directories in objects of a pool, hold the recent updates in a journal of its own, grant
 * capabilities to clients, and part the tree among servers by how much each part is used.
 */
@NullMarked
package io.pando.mds;

import org.jspecify.annotations.NullMarked;
