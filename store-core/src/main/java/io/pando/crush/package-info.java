/**
 * Placement: which devices hold a placement group, computed by every node from the same small map.
 *
 * <p>CRUSH as in the dissertation of S. Weil, chapter 5, with results identical to those of Ceph
 * 16: the same hashes, the same fixed-point logarithm, the same retries. A {@link
 * io.pando.crush.CrushMap} is a value; {@link io.pando.crush.CrushMapper} draws from it, {@link
 * io.pando.crush.text.CrushText} reads and writes it in {@code crushtool}'s language and {@link
 * io.pando.crush.CrushEdit} derives one map from another.
 */
@NullMarked
package io.pando.crush;

import org.jspecify.annotations.NullMarked;
