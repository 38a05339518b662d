package io.pando.format;

import static io.pando.codec.Field.bool;
import static io.pando.codec.Field.list;
import static io.pando.codec.Field.map;
import static io.pando.codec.Field.one;
import static io.pando.codec.Field.optional;
import static io.pando.codec.Field.string;
import static io.pando.codec.Field.uint32;
import static io.pando.codec.Shape.group;

import io.pando.codec.Entry;
import io.pando.codec.EnumType;
import io.pando.codec.Scalar;
import io.pando.codec.Shape;
import io.pando.codec.Type;
import io.pando.codec.Union;
import io.pando.crush.CrushMap;
import io.pando.crush.model.BucketAlgorithm;
import io.pando.crush.model.BucketType;
import io.pando.crush.model.Rule;
import io.pando.crush.model.RuleStep;
import io.pando.crush.model.Tunable;
import java.util.List;

/** The format of a CRUSH map, stored and as a part of messages. */
public final class CrushRecords {
  private static final Type<Tunable> TUNABLE =
      EnumType.of(
          "CrushTunable",
          List.of(
              Tunable.CHOOSE_LOCAL_TRIES,
              Tunable.CHOOSE_LOCAL_FALLBACK_TRIES,
              Tunable.CHOOSE_TOTAL_TRIES,
              Tunable.CHOOSELEAF_DESCEND_ONCE,
              Tunable.CHOOSELEAF_VARY_R,
              Tunable.CHOOSELEAF_STABLE,
              Tunable.STRAW_CALC_VERSION,
              Tunable.ALLOWED_BUCKET_ALGS));

  private static final Type<BucketAlgorithm> ALGORITHM =
      EnumType.of(
          "CrushAlgorithm",
          List.of(
              BucketAlgorithm.UNIFORM,
              BucketAlgorithm.LIST,
              BucketAlgorithm.TREE,
              BucketAlgorithm.STRAW,
              BucketAlgorithm.STRAW2));

  private static final Type<RuleStep.Mode> MODE =
      EnumType.of("CrushMode", List.of(RuleStep.Mode.FIRSTN, RuleStep.Mode.INDEP));

  private static final Type<RuleStep.Setting> SETTING =
      EnumType.of(
          "CrushSetting",
          List.of(
              RuleStep.Setting.CHOOSE_TRIES,
              RuleStep.Setting.CHOOSELEAF_TRIES,
              RuleStep.Setting.CHOOSE_LOCAL_TRIES,
              RuleStep.Setting.CHOOSE_LOCAL_FALLBACK_TRIES,
              RuleStep.Setting.CHOOSELEAF_VARY_R,
              RuleStep.Setting.CHOOSELEAF_STABLE));

  private static final Type<Rule.Kind> RULE_KIND =
      EnumType.of("CrushRuleKind", List.of(Rule.Kind.REPLICATED, Rule.Kind.ERASURE));

  private static final Union<RuleStep> STEP =
      Union.of(
          RuleStep.class,
          List.of(
              Union.variant(
                  1,
                  Shape.of(
                      "CrushTake",
                      RuleStep.Take.class,
                      one(1, Scalar.SINT32),
                      optional(2, Scalar.STRING))),
              Union.variant(
                  2,
                  Shape.of(
                      "CrushChoose",
                      RuleStep.Choose.class,
                      one(1, MODE),
                      bool(2),
                      one(3, Scalar.SINT32),
                      uint32(4))),
              Union.variant(3, Shape.of("CrushEmit", RuleStep.Emit.class)),
              Union.variant(
                  4, Shape.of("CrushSetTo", RuleStep.SetTo.class, one(1, SETTING), uint32(2)))));

  private static final Shape<Rule> RULE =
      Shape.of(
          "CrushRule",
          Rule.class,
          uint32(1),
          string(2),
          one(3, RULE_KIND),
          uint32(4),
          uint32(5),
          list(6, STEP));

  private static final Shape<CrushParts.StoredBucket> BUCKET =
      Shape.of(
          "CrushBucket",
          CrushParts.StoredBucket.class,
          uint32(1),
          string(2),
          uint32(3),
          one(4, ALGORITHM),
          group(
              CrushParts.StoredBucket.Items.class, list(5, Scalar.SINT32), list(6, Scalar.UINT32)),
          map(7, Entry.of("CrushShadow", Scalar.STRING, Scalar.UINT32)));

  private static final Shape<CrushParts.StoredDevice> DEVICE =
      Shape.of(
          "CrushDevice",
          CrushParts.StoredDevice.class,
          uint32(1),
          string(2),
          optional(3, Scalar.STRING));

  private static final Shape<BucketType> BUCKET_TYPE =
      Shape.of("CrushType", BucketType.class, uint32(1), string(2));

  private static final Shape<CrushParts> PARTS =
      Shape.of(
          "CrushMap",
          CrushParts.class,
          map(1, Entry.of("CrushTunableValue", TUNABLE, Scalar.UINT32)),
          list(2, DEVICE),
          list(3, BUCKET_TYPE),
          list(4, BUCKET),
          list(5, RULE));

  /** A map as a part of other records and messages. */
  public static final Type<CrushMap> MAP =
      PARTS.as(CrushMap.class, CrushParts::toMap, CrushParts::of);

  static final RecordFormat<CrushParts> STORED = RecordFormat.of(1, PARTS);

  private CrushRecords() {}
}
