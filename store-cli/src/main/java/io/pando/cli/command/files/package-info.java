/** Commands about file systems and metadata servers. */
@NullMarked
package io.pando.cli.command.files;

import org.jspecify.annotations.NullMarked;
