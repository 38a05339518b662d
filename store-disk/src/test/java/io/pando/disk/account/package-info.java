/** Tries the counting of what stores write. */
@NullMarked
package io.pando.disk.account;

import org.jspecify.annotations.NullMarked;
