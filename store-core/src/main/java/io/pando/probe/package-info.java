/** Marks of rare branches, which only simulations listen to. */
@NullMarked
package io.pando.probe;

import org.jspecify.annotations.NullMarked;
