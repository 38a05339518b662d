package io.pando.mds.check;

import io.pando.fs.DirFragment;
import io.pando.fs.FragmentId;
import io.pando.fs.Ino;
import io.pando.mds.format.DirectoryFormat;
import io.pando.mds.format.LinkFormat;
import io.pando.mds.format.SessionFormat;
import io.pando.mds.journal.JournalLayout;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an object of the metadata pool is, by its name. */
sealed interface MetadataName {
  /** A fragment of a directory. */
  record Fragment(FragmentId id) implements MetadataName {}

  /** A part of the link table. */
  record Links(long slice) implements MetadataName {}

  /** The session table. */
  record Sessions() implements MetadataName {}

  /** A part of the journal, or its head. */
  record Journal() implements MetadataName {}

  Pattern FRAGMENT = Pattern.compile("dir\\.([0-9a-f]{1,16})\\.([0-9a-f]{1,8}/[0-9]{1,2})");
  Pattern LINKS = Pattern.compile("links\\.([0-9a-f]{1,13})");

  /** The object with a name; null if the file system has no such object. */
  static @Nullable MetadataName parse(String name, JournalLayout journal) {
    MetadataName parsed = parsed(name, journal);
    return parsed == null || name.equals(text(parsed, name)) ? parsed : null;
  }

  private static @Nullable MetadataName parsed(String name, JournalLayout journal) {
    Matcher fragment = FRAGMENT.matcher(name);
    Matcher links = LINKS.matcher(name);
    try {
      if (fragment.matches()) {
        return new Fragment(
            new FragmentId(Ino.parse(fragment.group(1)), DirFragment.parse(fragment.group(2))));
      }
      if (links.matches()) {
        return new Links(Long.parseLong(links.group(1), 16));
      }
    } catch (IllegalArgumentException _) {
      return null;
    }
    if (name.equals(SessionFormat.objectName(journal.rank()))) {
      return new Sessions();
    }
    boolean ofJournal =
        name.equals(journal.headName()) || name.matches(journal.headName() + "\\.[0-9]{1,18}");
    return ofJournal ? new Journal() : null;
  }

  private static String text(MetadataName parsed, String name) {
    return switch (parsed) {
      case Fragment it -> DirectoryFormat.objectName(it.id());
      case Links it -> LinkFormat.objectName(it.slice());
      case Sessions _, Journal _ -> name;
    };
  }
}
