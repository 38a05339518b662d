/** Settings of a monitor and of its rules. */
@NullMarked
package io.pando.mon.config;

import org.jspecify.annotations.NullMarked;
