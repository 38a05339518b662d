/** Tests of sessions and of their rows. */
@NullMarked
package io.pando.mds.session;

import org.jspecify.annotations.NullMarked;
