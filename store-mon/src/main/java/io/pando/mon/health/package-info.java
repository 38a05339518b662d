/** The cluster's health checks, and the statistics from OSDs that they use. */
@NullMarked
package io.pando.mon.health;

import org.jspecify.annotations.NullMarked;
