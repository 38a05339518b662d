/** Releases of Pando, and which of them the daemons of a cluster run and must run. */
@NullMarked
package io.pando.cluster.release;

import org.jspecify.annotations.NullMarked;
