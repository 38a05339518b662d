package io.pando.message;

/** Something one node says to another. */
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
