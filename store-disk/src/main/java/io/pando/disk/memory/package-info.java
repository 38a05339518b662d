/** An object store on the heap with simulated durability, for the simulator and for tests. */
@NullMarked
package io.pando.disk.memory;

import org.jspecify.annotations.NullMarked;
