/** Rules of erasure-coded pools: profiles, new pools, and what of a pool may change. */
@NullMarked
package io.pando.mon.rules.erasure;

import org.jspecify.annotations.NullMarked;
