package io.pando.mds.check;

/**
 * Parts that all steps of a check use.
 *
 * @param target the file system
 * @param calls calls of its objects
 * @param facts of what was read so far
 * @param problems that were found so far
 */
record CheckParts(
    CheckTarget target, CheckCalls calls, TreeFacts facts, Inconsistencies problems) {}
