/** A kernel by the Vector API of the JDK, which is an incubating module. */
@NullMarked
package io.pando.erasure.vector;

import org.jspecify.annotations.NullMarked;
