/** Sessions of clients whose requests OSDs refuse, by the cluster map. */
@NullMarked
package io.pando.cluster.fence;

import org.jspecify.annotations.NullMarked;
