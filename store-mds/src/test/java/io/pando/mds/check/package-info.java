/** Tests of the check of file systems. */
@NullMarked
package io.pando.mds.check;

import org.jspecify.annotations.NullMarked;
