package io.drover.policy.engine;

import org.kie.api.event.rule.ObjectDeletedEvent;
import org.kie.api.event.rule.ObjectInsertedEvent;
import org.kie.api.event.rule.ObjectUpdatedEvent;
import org.kie.api.event.rule.RuleRuntimeEventListener;

/** Stops a rule that changes facts instead of saying things, before the change can set off other rules. */
final class FactGuard implements RuleRuntimeEventListener {

    private final Recorder recorder;

    FactGuard(Recorder recorder) {
        this.recorder = recorder;
    }

    @Override
    public void objectInserted(ObjectInsertedEvent event) {
        refuse("inserts a fact");
    }

    @Override
    public void objectUpdated(ObjectUpdatedEvent event) {
        refuse("updates a fact");
    }

    @Override
    public void objectDeleted(ObjectDeletedEvent event) {
        refuse("deletes a fact");
    }

    private void refuse(String what) {
        if (recorder.isFiring()) {
            throw new IllegalStateException("it " + what + "; rules only say things");
        }
    }
}
