/** What a monitor counts and times. */
@NullMarked
package io.pando.mon.metrics;

import org.jspecify.annotations.NullMarked;
