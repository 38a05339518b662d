/** Tests of the journal. */
@NullMarked
package io.pando.mds.journal;

import org.jspecify.annotations.NullMarked;
