/**
 * The rows of a rank as a tree of directories: where each inode is stored, changes that are put
 * together over the rows in memory ({@link io.pando.mds.tree.TreeView}), and totals of subtrees,
 * which move upwards later but are exact at any time ({@link io.pando.mds.tree.Tree}). What POSIX
 * allows is not known here.
 */
@NullMarked
package io.pando.mds.tree;

import org.jspecify.annotations.NullMarked;
