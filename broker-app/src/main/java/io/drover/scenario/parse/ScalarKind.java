package io.drover.scenario.parse;

import org.snakeyaml.engine.v2.nodes.Tag;

/** The kinds of scalars that YAML's core schema tells apart. */
enum ScalarKind {
    NULL,
    BOOL,
    INT,
    FLOAT,
    TEXT;

    static ScalarKind of(Tag tag) {
        if (tag.equals(Tag.NULL)) {
            return NULL;
        }
        if (tag.equals(Tag.BOOL)) {
            return BOOL;
        }
        if (tag.equals(Tag.INT)) {
            return INT;
        }
        return tag.equals(Tag.FLOAT) ? FLOAT : TEXT;
    }
}
