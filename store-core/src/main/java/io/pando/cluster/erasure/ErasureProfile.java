package io.pando.cluster.erasure;

import io.pando.crush.FragmentRule;
import io.pando.erasure.code.Technique;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What erasure-coded pools are made from: a code, and where its fragments are placed. The cluster
 * map has profiles by name; a pool keeps a copy of the code. Any values can be put together; {@link
 * #refusal()} says whether a pool can be made from them. Immutable.
 *
 * {@snippet :
 * ErasureProfile profile = ErasureProfile.parse(List.of("k=4", "m=2", "crush-failure-domain=rack"));
 * admin.change(new Change.SetProfile("archive", profile));
 * }
 */
public record ErasureProfile(PoolCode code, Domains domains) {
  /** Name of the root of CRUSH unless a profile says otherwise. */
  public static final String DEFAULT_ROOT = "default";

  /** Type of the failure domains unless a profile says otherwise. */
  public static final String DEFAULT_FAILURE_DOMAIN = "host";

  /**
   * Where fragments are placed.
   *
   * @param root name of the bucket of CRUSH below which OSDs are chosen
   * @param failureDomain type of the buckets of which each holds at most one fragment of an object
   * @param locality with a locally repairable code the type of the buckets of which each holds one
   *     group of fragments; null if groups may be spread over any
   * @param deviceClass class of the OSDs; null for any class
   */
  public record Domains(
      String root, String failureDomain, @Nullable String locality, @Nullable String deviceClass) {
    /** Hosts below the root {@code default}, with OSDs of any class. */
    public static final Domains DEFAULT =
        new Domains(DEFAULT_ROOT, DEFAULT_FAILURE_DOMAIN, null, null);
  }

  /**
   * Reads settings, each as {@code KEY=VALUE} with the keys of {@link #settings}. Those of k and m
   * must be there.
   *
   * @throws ProfileSyntaxException if a setting is not understood; the message is a sentence with
   *     the way out
   */
  public static ErasureProfile parse(List<String> settings) {
    return ProfileText.parse(settings);
  }

  /**
   * The settings by the keys that Ceph gives them: {@code plugin}, {@code technique}, {@code k},
   * {@code m}, {@code l}, {@code stripe_unit} in bytes, {@code crush-root}, {@code
   * crush-failure-domain}, {@code crush-locality}, {@code crush-device-class}. Those that are not
   * set are absent.
   */
  public SequencedMap<String, String> settings() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    ProfileText.print(this, settings::put);
    return settings;
  }

  /** Why no pool can be made from this, in a sentence with the way out; empty if one can. */
  public Optional<String> refusal() {
    return code.refusal()
        .or(() ->
            domains.locality != null && code.parameters().technique() != Technique.LRC
                ? Optional.of(
                    "crush-locality is for plugin lrc, whose fragments have groups: leave it out, or"
                        + " choose plugin lrc with an l")
                : Optional.empty());
  }

  /** The CRUSH rule that places the fragments; there must be no {@link #refusal}. */
  public FragmentRule rule() {
    String locality = domains.locality;
    FragmentRule.Locality groups =
        locality == null
            ? null
            : new FragmentRule.Locality(
                locality, code.parameters().groups(), code.parameters().l() + 1);
    return new FragmentRule(domains.root, domains.deviceClass, domains.failureDomain, groups);
  }

  /** As {@code isa reed_sol_van 4+2, stripe_unit 16384, failure domain host}. */
  @Override
  public String toString() {
    return code + ", failure domain " + domains.failureDomain;
  }
}
