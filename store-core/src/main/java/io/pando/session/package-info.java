/** A node's link to the monitors: the newest map, changes and questions. */
@NullMarked
package io.pando.session;

import org.jspecify.annotations.NullMarked;
