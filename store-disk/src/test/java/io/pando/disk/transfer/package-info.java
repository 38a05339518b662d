/** Tests of collections on their way from one store to another. */
@NullMarked
package io.pando.disk.transfer;

import org.jspecify.annotations.NullMarked;
