package io.pando.report;

/**
 * By which way a replica came back in this interval, and what it took to find out what it lacks.
 *
 * @param way log, index, tree or copy
 * @param rounds questions and answers of a comparison
 * @param bytes of digests, names and versions that went both ways
 * @param digests that were compared
 * @param listed log entries, changes of the index, or objects of a list that were told
 * @param lacking objects that the replica was found to lack, or to have in another version
 * @param copied objects that were brought to it since
 * @param copiedBytes of them
 */
public record ReturnReport(
    String way,
    long rounds,
    long bytes,
    long digests,
    long listed,
    long lacking,
    long copied,
    long copiedBytes) {}
