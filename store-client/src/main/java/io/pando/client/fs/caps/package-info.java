/** The capabilities that a client has, and how it gives them up. A pure machine. */
@NullMarked
package io.pando.client.fs.caps;

import org.jspecify.annotations.NullMarked;
