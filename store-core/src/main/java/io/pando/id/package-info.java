/** Names and numbers that identify things in a cluster. */
@NullMarked
package io.pando.id;

import org.jspecify.annotations.NullMarked;
