/** Finds the kernels that this machine and this JVM have, and picks one. */
@NullMarked
package io.pando.erasure.choice;

import org.jspecify.annotations.NullMarked;
