package io.pando.message;

/** A message from one node to another. */
public sealed interface Message
    permits MapUpdate,
        MonitorMessage,
        ObjectMessage,
        GroupMessage,
        PositionedMessage,
        Heartbeat,
        DaemonMessage,
        MdsMessage,
        FileMessage {}
