/** How full OSDs are, by the cluster map, and the ratios that decide it. */
@NullMarked
package io.pando.cluster.fullness;

import org.jspecify.annotations.NullMarked;
