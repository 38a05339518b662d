package io.pando.osd.pg.write;

import io.pando.osd.pg.replica.Replica;
import io.pando.osd.pg.replication.PrimaryReplication;

/** What clients' vectors need of the other parts of a group. */
public record OperationContext(
    Replica replica,
    PrimaryReplication replication,
    Availability availability,
    ObjectAccess access) {}
