package io.drover.control;

/** A kind of thing that operators change. */
public enum Subject {
    AGENT("agent"),
    FARM("farm"),
    RESOURCE("resource"),
    SESSION("session"),
    REVISION("policy revision");

    private final String text;

    Subject(String text) {
        this.text = text;
    }

    /** The word for it in messages and in the audit. */
    public String text() {
        return text;
    }
}
