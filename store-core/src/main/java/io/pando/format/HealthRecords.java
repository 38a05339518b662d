package io.pando.format;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint64;

import io.pando.codec.EnumType;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.report.Health;
import java.util.List;

/** Formats of parts of health reports, which monitors store and send. */
public final class HealthRecords {
  /** Format of a severity. */
  public static final Type<Health.Severity> SEVERITY =
      EnumType.of("Severity", List.of(Health.Severity.WARNING, Health.Severity.ERROR));

  /** Format of a mute. */
  public static final Shape<Health.Mute> MUTE =
      Shape.of("HealthMute", Health.Mute.class, string(1), uint64(2), bool(3), uint64(4));

  private HealthRecords() {}
}
