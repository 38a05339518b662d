/** Tests of the house itself: style, layers and purity. */
@NullMarked
package io.pando.structure;

import org.jspecify.annotations.NullMarked;
