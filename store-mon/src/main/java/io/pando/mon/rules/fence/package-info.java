/** Rules for the fence list. */
@NullMarked
package io.pando.mon.rules.fence;

import org.jspecify.annotations.NullMarked;
