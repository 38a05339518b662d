/** Meters of a metadata server. */
@NullMarked
package io.pando.mds.metrics;

import org.jspecify.annotations.NullMarked;
