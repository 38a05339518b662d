/** Tests of what metadata servers store. */
@NullMarked
package io.pando.mds.format;

import org.jspecify.annotations.NullMarked;
