/** The state of the cluster: which OSDs are believed dead, and what becomes of them. */
@NullMarked
package io.pando.mon.state;

import org.jspecify.annotations.NullMarked;
