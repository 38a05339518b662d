/** The monitors' log on Apache Ratis; no other package depends on Ratis. */
@NullMarked
package io.pando.mon.raft;

import org.jspecify.annotations.NullMarked;
