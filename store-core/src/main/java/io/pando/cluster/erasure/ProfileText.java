package io.pando.cluster.erasure;

import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text form of a profile: settings as {@code KEY=VALUE}, with the keys of Ceph. */
final class ProfileText {
  private static final String PLUGIN = "plugin";
  private static final String TECHNIQUE = "technique";
  private static final String K = "k";
  private static final String M = "m";
  private static final String L = "l";
  private static final String STRIPE_UNIT = "stripe_unit";
  private static final String ROOT = "crush-root";
  private static final String FAILURE_DOMAIN = "crush-failure-domain";
  private static final String LOCALITY = "crush-locality";
  private static final String DEVICE_CLASS = "crush-device-class";
  private static final List<String> KEYS =
      List.of(
          K, M, L, PLUGIN, TECHNIQUE, STRIPE_UNIT, ROOT, FAILURE_DOMAIN, LOCALITY, DEVICE_CLASS);
  private static final Pattern BYTES = Pattern.compile("(\\d{1,9})(|K|KiB|M|MiB)");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  private final Map<String, String> given = new TreeMap<>();

  private ProfileText(List<String> settings) {
    for (String setting : settings) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new ProfileSyntaxException(
            "a setting of a profile is KEY=VALUE, such as k=4, not '%s'".formatted(setting));
      }
      String key = setting.substring(0, equals);
      if (!KEYS.contains(key)) {
        throw new ProfileSyntaxException(
            "a profile has no setting '%s'; there are %s".formatted(key, String.join(", ", KEYS)));
      }
      if (given.put(key, setting.substring(equals + 1)) != null) {
        throw new ProfileSyntaxException(key + " is given twice: give it once");
      }
    }
  }

  static ErasureProfile parse(List<String> settings) {
    ProfileText text = new ProfileText(settings);
    if (!text.given.containsKey(K) || !text.given.containsKey(M)) {
      throw new ProfileSyntaxException(
          "a profile needs k and m, the numbers of data and parity fragments: give both, such as"
              + " k=4 m=2");
    }
    CodeParameters code =
        new CodeParameters(text.technique(), text.number(K), text.number(M), text.number(L));
    return new ErasureProfile(
        new PoolCode(code, text.stripeUnit()),
        new ErasureProfile.Domains(
            text.word(ROOT, ErasureProfile.DEFAULT_ROOT),
            text.word(FAILURE_DOMAIN, ErasureProfile.DEFAULT_FAILURE_DOMAIN),
            text.optional(LOCALITY),
            text.optional(DEVICE_CLASS)));
  }

  static void print(ErasureProfile profile, BiConsumer<String, String> out) {
    CodeParameters code = profile.code().parameters();
    ErasureProfile.Domains domains = profile.domains();
    out.accept(PLUGIN, code.technique().plugin());
    if (!code.technique().technique().isEmpty()) {
      out.accept(TECHNIQUE, code.technique().technique());
    }
    out.accept(K, Integer.toString(code.k()));
    out.accept(M, Integer.toString(code.m()));
    if (code.l() != 0) {
      out.accept(L, Integer.toString(code.l()));
    }
    out.accept(STRIPE_UNIT, Integer.toString(profile.code().stripeUnit()));
    out.accept(ROOT, domains.root());
    out.accept(FAILURE_DOMAIN, domains.failureDomain());
    if (domains.locality() != null) {
      out.accept(LOCALITY, domains.locality());
    }
    if (domains.deviceClass() != null) {
      out.accept(DEVICE_CLASS, domains.deviceClass());
    }
  }

  private Technique technique() {
    String plugin = word(PLUGIN, given.containsKey(L) ? Technique.LRC.plugin() : "isa");
    String technique = given.getOrDefault(TECHNIQUE, "");
    return Technique.of(plugin, technique)
        .orElseThrow(() ->
            new ProfileSyntaxException(
                "there is no plugin %s%s; there are %s"
                    .formatted(
                        plugin,
                        technique.isEmpty() ? "" : " with technique " + technique,
                        Arrays.stream(Technique.values())
                            .map(Technique::toString)
                            .collect(Collectors.joining(", ")))));
  }

  private int number(String key) {
    String value = given.getOrDefault(key, "0");
    if (!NUMBER.matcher(value).matches()) {
      throw new ProfileSyntaxException("%s is a number, not '%s'".formatted(key, value));
    }
    return Integer.parseInt(value);
  }

  private int stripeUnit() {
    String value = given.get(STRIPE_UNIT);
    if (value == null) {
      return PoolCode.DEFAULT_STRIPE_UNIT;
    }
    Matcher matcher = BYTES.matcher(value);
    if (!matcher.matches()) {
      throw new ProfileSyntaxException(
          "stripe_unit is a number of bytes such as 16384 or 16K, not '%s'".formatted(value));
    }
    String unit = matcher.group(2).toUpperCase(Locale.ROOT);
    int shift = unit.startsWith("K") ? 10 : unit.startsWith("M") ? 20 : 0;
    long bytes = Long.parseLong(matcher.group(1)) << shift;
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }

  private String word(String key, String otherwise) {
    String value = optional(key);
    return value == null ? otherwise : value;
  }

  private @Nullable String optional(String key) {
    String value = given.get(key);
    if (value != null && value.isEmpty()) {
      throw new ProfileSyntaxException(key + " has no value: give one, or leave it out");
    }
    return value;
  }
}
