/** Tests of the memory back end. */
@NullMarked
package io.pando.disk.memory;

import org.jspecify.annotations.NullMarked;
