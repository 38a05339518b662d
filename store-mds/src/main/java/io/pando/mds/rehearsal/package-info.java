/** A replay of a made-up journal, by which the process of a standby has its code compiled. */
@NullMarked
package io.pando.mds.rehearsal;

import org.jspecify.annotations.NullMarked;
