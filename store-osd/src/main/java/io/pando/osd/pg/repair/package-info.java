/** What finds and mends differences between what a group should hold and what it does hold. */
@NullMarked
package io.pando.osd.pg.repair;

import org.jspecify.annotations.NullMarked;
