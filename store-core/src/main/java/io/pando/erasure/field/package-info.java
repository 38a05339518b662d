/**
 * The field of 256 elements, and linear algebra over it: what all erasure codes of Pando are made
 * of.
 */
@NullMarked
package io.pando.erasure.field;

import org.jspecify.annotations.NullMarked;
