package io.pando.message;

/** A message from one node to another. */
public sealed interface Message
    permits MapUpdate,
        MonitorMessage,
        ObjectMessage,
        ReplicationMessage,
        PeeringMessage,
        RecoveryMessage,
        ScrubMessage,
        Heartbeat,
        DaemonMessage {}
