package io.pando.report.files;

/**
 * A request of a client that is not answered.
 *
 * @param session whose request it is
 * @param request its kind
 * @param waitsFor what it waits for, as a clause
 * @param nanos how long it has waited
 */
public record WaitingRequest(long session, String request, String waitsFor, long nanos) {}
