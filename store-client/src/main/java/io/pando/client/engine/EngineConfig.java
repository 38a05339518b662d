package io.pando.client.engine;

import io.micrometer.core.instrument.MeterRegistry;
import io.pando.client.objecter.ObjecterConfig;
import io.pando.id.Address;
import io.pando.id.ClusterId;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of an engine.
 *
 * @param monitors addresses to ask for the first map
 * @param cluster identity that the cluster must have; null accepts any cluster
 * @param adminTimeout time after which a request to the monitors fails
 * @param registry registry for the client's meters
 */
public record EngineConfig(
    List<Address> monitors,
    @Nullable ClusterId cluster,
    Duration adminTimeout,
    ObjecterConfig objecter,
    MeterRegistry registry) {}
