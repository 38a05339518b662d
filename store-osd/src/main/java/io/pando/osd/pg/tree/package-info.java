/**
 * The hash tree of a group on this OSD: exactly what the store holds, kept by the same steps that
 * change it there.
 */
@NullMarked
package io.pando.osd.pg.tree;

import org.jspecify.annotations.NullMarked;
