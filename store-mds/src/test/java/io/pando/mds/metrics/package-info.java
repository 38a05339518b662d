/** Tests of meters. */
@NullMarked
package io.pando.mds.metrics;

import org.jspecify.annotations.NullMarked;
