/** What the rules work on: the cluster map with what monitors remember beside it, immutable. */
@NullMarked
package io.pando.mon.state;

import org.jspecify.annotations.NullMarked;
