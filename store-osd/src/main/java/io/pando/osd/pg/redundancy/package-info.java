/**
 * What some members of a group have between them: any copy is enough, or the fragments must decode.
 */
@NullMarked
package io.pando.osd.pg.redundancy;

import org.jspecify.annotations.NullMarked;
