/** Tests of access checks. */
@NullMarked
package io.pando.mds.access;

import org.jspecify.annotations.NullMarked;
