/** The cluster map, what changes it, and where it puts an object. */
@NullMarked
package io.pando.cluster;

import org.jspecify.annotations.NullMarked;
