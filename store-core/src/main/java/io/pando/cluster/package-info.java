/** The cluster map, its changes, and the placement of objects by it. */
@NullMarked
package io.pando.cluster;

import org.jspecify.annotations.NullMarked;
