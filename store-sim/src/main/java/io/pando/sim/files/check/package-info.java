/** Checks of what clients of a file system were answered: an order of all calls explains it. */
@NullMarked
package io.pando.sim.files.check;

import org.jspecify.annotations.NullMarked;
