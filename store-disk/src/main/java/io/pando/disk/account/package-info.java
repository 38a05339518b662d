/** Counts what a store writes and where its time goes; decides nothing. */
@NullMarked
package io.pando.disk.account;

import org.jspecify.annotations.NullMarked;
