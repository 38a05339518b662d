package io.pando.cluster;

import io.pando.id.OsdId;
import java.util.UUID;

/**
 * The data of an OSD that an operator gave up, by {@code osd purge} or {@code osd replace}. The map
 * keeps this record for two reasons. An OSD with this identity is not marked up again. A group
 * whose updates may have been only in these data is reported as lost instead of starting empty.
 *
 * @param identity identity of the data directory
 * @param upThru epoch up to which the map proved that the OSD was up: it was the primary of no
 *     group in an interval that began later
 * @param goneAt epoch in which the data were given up
 * @param safe whether the monitors had verified that other OSDs have copies of all these data
 */
public record LostStore(OsdId osd, UUID identity, long upThru, long goneAt, boolean safe) {}
