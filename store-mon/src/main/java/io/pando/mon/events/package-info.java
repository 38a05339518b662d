/** What the cluster log says about changes of the map and of health. */
@NullMarked
package io.pando.mon.events;

import org.jspecify.annotations.NullMarked;
