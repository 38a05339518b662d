package io.pando.osd.pg.recovery.rebuild;

import io.pando.osd.pg.fragment.FragmentReads;
import io.pando.osd.pg.recovery.copy.Copies;
import io.pando.osd.pg.recovery.missing.Locations;
import io.pando.osd.pg.redundancy.Fragments;
import io.pando.osd.pg.replica.Replica;

/** What rebuilding shares with the other parts of a group's recovery. */
public record RebuildContext(
    Replica replica,
    Fragments fragments,
    FragmentReads reads,
    Locations locations,
    Copies copies) {}
