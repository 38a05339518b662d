/** Tests of checks and repairs. */
@NullMarked
package io.pando.disk.raw.check;

import org.jspecify.annotations.NullMarked;
