/** Counts what a store writes and times its stages; makes no decisions. */
@NullMarked
package io.pando.disk.account;

import org.jspecify.annotations.NullMarked;
