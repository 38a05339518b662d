/** Tests of the archives: made twice, unpacked, and used like an installation. */
@NullMarked
package io.pando.dist;

import org.jspecify.annotations.NullMarked;
