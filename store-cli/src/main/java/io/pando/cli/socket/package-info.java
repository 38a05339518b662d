/**
 * Questions to one daemon over a socket on its own machine: what it does now and how it is set. It
 * answers without the monitors and without the network.
 */
@NullMarked
package io.pando.cli.socket;

import org.jspecify.annotations.NullMarked;
