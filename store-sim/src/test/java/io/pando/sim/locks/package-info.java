/** Tests of locks of files: clients and servers together. */
@NullMarked
package io.pando.sim.locks;

import org.jspecify.annotations.NullMarked;
