/**
 * The monitor's shell: sessions, subscriptions, commands, questions, and what the leader owes to
 * time. It decides nothing that {@code io.pando.mon.rules} could decide.
 */
@NullMarked
package io.pando.mon.service;

import org.jspecify.annotations.NullMarked;
