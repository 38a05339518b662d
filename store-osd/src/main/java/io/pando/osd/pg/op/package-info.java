/**
 * Executing vectors of operations: pure functions from an object as it was to steps of the store.
 */
@NullMarked
package io.pando.osd.pg.op;

import org.jspecify.annotations.NullMarked;
