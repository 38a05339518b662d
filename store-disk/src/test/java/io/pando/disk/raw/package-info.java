/** Tests of the raw back end. */
@NullMarked
package io.pando.disk.raw;

import org.jspecify.annotations.NullMarked;
