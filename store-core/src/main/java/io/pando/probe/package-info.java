/** Probes of rare branches, and limits, which only simulations observe and lower. */
@NullMarked
package io.pando.probe;

import org.jspecify.annotations.NullMarked;
