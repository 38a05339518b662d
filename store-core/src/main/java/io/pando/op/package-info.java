/** Operations on one object, as clients ask them and as they are answered. */
@NullMarked
package io.pando.op;

import org.jspecify.annotations.NullMarked;
