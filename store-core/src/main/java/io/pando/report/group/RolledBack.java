package io.pando.report.group;

import io.pando.id.MemberId;
import io.pando.id.Version;

/**
 * A replica that lost updates of a group that were durable on it.
 *
 * @param had newest update that it had
 * @param has newest update that it reported when it came back
 */
public record RolledBack(MemberId member, Version had, Version has) {}
