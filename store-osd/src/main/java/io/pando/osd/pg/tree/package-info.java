/**
 * The hash tree of a group on this OSD. It describes exactly the store's contents, and the
 * transactions that change the contents also change it.
 */
@NullMarked
package io.pando.osd.pg.tree;

import org.jspecify.annotations.NullMarked;
