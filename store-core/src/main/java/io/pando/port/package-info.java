/** What the deciding parts ask of the outside: small, asynchronous doors. */
@NullMarked
package io.pando.port;

import org.jspecify.annotations.NullMarked;
