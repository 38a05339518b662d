/** How the replicas of a group agree on its contents after the map changed. */
@NullMarked
package io.pando.osd.pg.peering;

import org.jspecify.annotations.NullMarked;
