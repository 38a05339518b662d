/** A kernel by ISA-L, Intel's library of storage functions, where it is installed. */
@NullMarked
package io.pando.erasure.isal;

import org.jspecify.annotations.NullMarked;
