/** Checks of histories of files are checked. */
@NullMarked
package io.pando.sim.files.check;

import org.jspecify.annotations.NullMarked;
