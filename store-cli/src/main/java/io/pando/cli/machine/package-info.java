/** What this process takes of its machine, as far as Java and the operating system tell. */
@NullMarked
package io.pando.cli.machine;

import org.jspecify.annotations.NullMarked;
