/** Stores whose steps a test takes. */
@NullMarked
package io.pando.disk.serve;

import org.jspecify.annotations.NullMarked;
