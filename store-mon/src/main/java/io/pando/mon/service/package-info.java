/**
 * The monitor's shell: sessions, subscriptions, commands, queries, and the leader's duties. All
 * decisions about the map are in {@code io.pando.mon.rules}.
 */
@NullMarked
package io.pando.mon.service;

import org.jspecify.annotations.NullMarked;
