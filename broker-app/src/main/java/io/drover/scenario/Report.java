package io.drover.scenario;

/**
 * What a gateway reports in a step of the last placement of a user.
 *
 * @param position where the file says so
 * @param username whose placement, in any spelling
 * @param event what happened
 * @param status the gateway's status of a failure, empty when it gives none
 */
public record Report(Position position, String username, Event event, String status) {

    /** What a gateway can report. */
    public enum Event {
        OPENED,
        FAILED,
        CLOSED
    }
}
