@NullMarked
package io.pando.cli.command.repair;

import org.jspecify.annotations.NullMarked;
