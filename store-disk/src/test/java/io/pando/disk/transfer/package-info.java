/** Tests of export and import. */
@NullMarked
package io.pando.disk.transfer;

import org.jspecify.annotations.NullMarked;
