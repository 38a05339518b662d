package io.pando.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import io.pando.erasure.code.CodeParameters;
import io.pando.erasure.code.Technique;
import io.pando.erasure.kernel.ByteRows;
import io.pando.erasure.kernel.PlainKernel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fragment has the bytes and the position that Ceph 16.2.15 gives it. {@code vectors.tsv} has
 * the SHA-256 of fragments that {@code ceph-erasure-code-tool} made of two stripes with a unit of
 * 4096 bytes. Their data are the SHA-256 of the texts {@code SEED-0}, {@code SEED-1}, ... one after
 * the other; the seed is the profile's number in the file.
 */
class CephVectorsTest {
  private static final int UNIT = 4096;
  private static final int STRIPES = 2;

  static Stream<Arguments> profiles() throws IOException {
    Map<String, List<String>> digests = new LinkedHashMap<>();
    try (InputStream stream =
        Objects.requireNonNull(CephVectorsTest.class.getResourceAsStream("/erasure/vectors.tsv"))) {
      new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.split("\t"))
          .forEach(cells -> {
            List<String> of = digests.computeIfAbsent(cells[0], profile -> new ArrayList<>());
            assertThat(cells[3]).isEqualTo(Integer.toString(of.size()));
            of.add(cells[4]);
          });
    }
    List<Arguments> profiles = new ArrayList<>();
    digests.forEach(
        (profile, of) -> profiles.add(Arguments.of(parameters(profile), profiles.size(), of)));
    return profiles.stream();
  }

  @Test
  void allProfilesAreThere() throws IOException {
    assertThat(profiles()).hasSize(12);
  }

  @ParameterizedTest
  @MethodSource("profiles")
  void fragmentsAreThoseOfCeph(CodeParameters parameters, int seed, List<String> digests)
      throws NoSuchAlgorithmException {
    ErasureCode code = LinearCode.of(parameters, new PlainKernel());
    assertThat(code.positions()).isEqualTo(digests.size());
    byte[][] fragments = Fragments.empty(code, UNIT * STRIPES);
    byte[] data = data(seed, parameters.k() * UNIT * STRIPES);
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      for (int index = 0; index < parameters.k(); index++) {
        int from = (stripe * parameters.k() + index) * UNIT;
        System.arraycopy(data, from, fragments[code.dataPosition(index)], stripe * UNIT, UNIT);
      }
    }
    FragmentTransform encoder = code.encoder(parameters.k());
    ByteRows in = Fragments.rows(fragments, encoder.from());
    ByteRows out = Fragments.rows(fragments, encoder.to());
    encoder.coder().overwrite(in, out, UNIT);
    in.advance(UNIT);
    out.advance(UNIT);
    encoder.coder().overwrite(in, out, UNIT);
    assertThat(Arrays.stream(fragments).map(CephVectorsTest::digest)).isEqualTo(digests);
  }

  private static CodeParameters parameters(String profile) {
    Map<String, String> fields = new LinkedHashMap<>();
    for (String field : profile.split(",", -1)) {
      fields.put(field.split("=", 2)[0], field.split("=", 2)[1]);
    }
    Technique technique =
        Technique.of(fields.getOrDefault("plugin", ""), fields.getOrDefault("technique", ""))
            .orElseThrow();
    return new CodeParameters(
        technique,
        Integer.parseInt(fields.getOrDefault("k", "0")),
        Integer.parseInt(fields.getOrDefault("m", "0")),
        Integer.parseInt(fields.getOrDefault("l", "0")));
  }

  private static byte[] data(int seed, int length) throws NoSuchAlgorithmException {
    byte[] data = new byte[length];
    for (int at = 0; at < length; at += 32) {
      String text = seed + "-" + at / 32;
      byte[] part =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      System.arraycopy(part, 0, data, at, part.length);
    }
    return data;
  }

  private static String digest(byte[] fragment) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(fragment));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
