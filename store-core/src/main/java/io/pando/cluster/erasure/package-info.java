/** What the cluster map says of erasure-coded pools: the code of a pool, and named profiles. */
@NullMarked
package io.pando.cluster.erasure;

import org.jspecify.annotations.NullMarked;
