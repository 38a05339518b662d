package io.pando.osd.pg.recovery;

import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.recovery.schedule.RecoveryQueue;
import io.pando.osd.pg.replica.Replica;

/** What the parts of a group's recovery share. */
record RecoveryState(
    Replica replica,
    Locations locations,
    RecoveryQueue queue,
    Copies copies,
    DamagedObjects damaged,
    UnfoundObjects unfound) {}
