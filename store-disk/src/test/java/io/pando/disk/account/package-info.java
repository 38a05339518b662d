/** Tests of the counting of a store's writes. */
@NullMarked
package io.pando.disk.account;

import org.jspecify.annotations.NullMarked;
