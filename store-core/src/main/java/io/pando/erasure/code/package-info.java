/** Names of erasure codes, which the cluster map has and applications see; no arithmetic. */
@NullMarked
package io.pando.erasure.code;

import org.jspecify.annotations.NullMarked;
