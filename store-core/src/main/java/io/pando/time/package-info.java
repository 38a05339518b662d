/** Back-off and rate limits, as values: no class here reads a clock. */
@NullMarked
package io.pando.time;

import org.jspecify.annotations.NullMarked;
