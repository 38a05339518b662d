/** Tests of the capabilities of sessions. */
@NullMarked
package io.pando.mds.locks;

import org.jspecify.annotations.NullMarked;
