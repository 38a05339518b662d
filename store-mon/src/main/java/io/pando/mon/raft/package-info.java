/** The monitors' log on Apache Ratis; nothing outside knows of Ratis. */
@NullMarked
package io.pando.mon.raft;

import org.jspecify.annotations.NullMarked;
