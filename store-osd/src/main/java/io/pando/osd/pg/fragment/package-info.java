/** Reading and writing the fragments of the objects of an erasure-coded group. */
@NullMarked
package io.pando.osd.pg.fragment;

import org.jspecify.annotations.NullMarked;
