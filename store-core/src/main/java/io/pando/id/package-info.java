/**
 * Names and numbers that identify things in a cluster. They are keys, so they say themselves when
 * they are equal: what a record has of its own accord goes through method handles, which took a
 * tenth of an OSD's event loops.
 */
@NullMarked
package io.pando.id;

import org.jspecify.annotations.NullMarked;
