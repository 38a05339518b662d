/**
 * How a member scrubs its own copies: it lists a part of the group, checks its hash tree there, and
 * reads objects completely, in turns that clients come before.
 */
@NullMarked
package io.pando.osd.pg.scrub.copy;

import org.jspecify.annotations.NullMarked;
