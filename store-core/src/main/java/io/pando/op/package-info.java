/** Operations on one object, and their results. */
@NullMarked
package io.pando.op;

import org.jspecify.annotations.NullMarked;
