/**
 * Kernels: they multiply a matrix over GF(2^8) by rows of bytes. {@link
 * io.pando.erasure.kernel.GfKernel} is the port; the kernel in plain Java is here, and those that
 * need the Vector API or ISA-L are in the module store-erasure. All give the same bytes.
 */
@NullMarked
package io.pando.erasure.kernel;

import org.jspecify.annotations.NullMarked;
