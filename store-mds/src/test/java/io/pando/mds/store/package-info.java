/** Tests of the metadata of a rank. */
@NullMarked
package io.pando.mds.store;

import org.jspecify.annotations.NullMarked;
