package io.pando.message;

import io.pando.bytes.ByteRange;
import io.pando.bytes.Payload;
import io.pando.id.ObjectId;
import io.pando.id.PgId;
import io.pando.id.Version;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/** Messages by which the primary of an erasure-coded group reads fragments of other members. */
public sealed interface FragmentMessage extends GroupMessage {
  /**
   * Asks a member for parts of its fragments.
   *
   * @param number number of the request; the answer repeats it
   */
  record ReadFragments(PgId group, long epoch, long number, List<Query> objects)
      implements FragmentMessage {
    public ReadFragments {
      objects = List.copyOf(objects);
    }
  }

  /**
   * The wanted parts of one fragment.
   *
   * @param version that the fragment should have
   * @param ranges of the fragment; an answer may be shorter where the fragment ends
   * @param attributes whether the answer shall have the attributes
   * @param readmit whether the member shall read all of a fragment that it counts as missing: one
   *     that is here whole in this version is not missing any more
   */
  record Query(
      ObjectId object,
      Version version,
      List<ByteRange> ranges,
      boolean attributes,
      boolean readmit) {
    public Query {
      ranges = List.copyOf(ranges);
    }

    /** Asks for parts of a fragment as it is. */
    public Query(ObjectId object, Version version, List<ByteRange> ranges, boolean attributes) {
      this(object, version, ranges, attributes, false);
    }

    /** Asks to read all of a fragment that counts as missing. */
    public static Query readmission(ObjectId object, Version version) {
      return new Query(object, version, List.of(), false, true);
    }
  }

  /**
   * The answer: one part for each query, in order, but of a long list perhaps only of the first
   * ones.
   */
  record FragmentsRead(PgId group, long epoch, long number, List<Part> parts)
      implements FragmentMessage {
    public FragmentsRead {
      parts = List.copyOf(parts);
    }
  }

  /**
   * What a member has of a fragment.
   *
   * @param version of the fragment; {@link Version#ZERO} if there is none, or none that can be read
   * @param fragmentBytes size of the fragment
   * @param attributes all attributes of the object, if they were asked for
   * @param data the bytes of each range; empty with another version than the wanted one
   * @param problem why bytes that are here cannot be read, as text for people; empty if they can,
   *     and where there is no fragment: that is no damage
   * @param lack what the member knows to lack of the fragment
   */
  record Part(
      Version version,
      long fragmentBytes,
      SortedMap<String, Payload> attributes,
      List<Payload> data,
      String problem,
      Lack lack) {
    public Part {
      data = List.copyOf(data);
    }

    /** The result of a read, before the member adds whether the fragment counts as missing. */
    public Part(
        Version version,
        long fragmentBytes,
        SortedMap<String, Payload> attributes,
        List<Payload> data,
        String problem,
        boolean behind) {
      this(version, fragmentBytes, attributes, data, problem, new Lack(behind, null));
    }

    /** This part of a fragment that counts as missing in a version; null: it does not. */
    public Part missingIn(@Nullable Version missing) {
      return new Part(
          version, fragmentBytes, attributes, data, problem, new Lack(lack.behind(), missing));
    }

    /** Whether the member counts the fragment as missing. */
    public boolean isMissing() {
      return lack.missing() != null;
    }
  }

  /**
   * What a member knows to lack of a fragment.
   *
   * @param behind whether the member lacks the fragment only because it missed updates of the
   *     object: parts of the older version here may stay
   * @param missing the version in which the member counts the fragment as missing; null if it does
   *     not. The primary must know of it even if the question was about an older version
   */
  record Lack(boolean behind, @Nullable Version missing) {}
}
