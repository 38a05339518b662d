/**
 * Requests of sessions at the holder of a rank: from their arrival to their answers, with the
 * reads, the capabilities and the journal records that they wait for. A machine.
 */
@NullMarked
package io.pando.mds.serve;

import org.jspecify.annotations.NullMarked;
