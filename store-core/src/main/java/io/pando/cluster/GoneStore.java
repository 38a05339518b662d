package io.pando.cluster;

import io.pando.id.OsdId;
import java.util.UUID;

/**
 * The data of an OSD that an operator gave up, by {@code osd purge} or {@code osd replace}. The map
 * keeps it for two reasons: an OSD with this identity is not marked up again, and a group whose
 * updates may have been only there is reported as lost instead of beginning again empty.
 *
 * @param identity of the data directory
 * @param upThru epoch up to which the map proved that the OSD was up: it led no group in an
 *     interval that began later
 * @param goneAt epoch in which the data were given up
 * @param safe whether the monitors had checked that nothing was only there
 */
public record GoneStore(OsdId osd, UUID identity, long upThru, long goneAt, boolean safe) {}
