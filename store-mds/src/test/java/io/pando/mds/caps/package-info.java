/** Tests of the capabilities of sessions. */
@NullMarked
package io.pando.mds.caps;

import org.jspecify.annotations.NullMarked;
