package io.drover.policy.engine;

import io.drover.policy.PolicyEngine;
import io.drover.policy.Question;
import io.drover.policy.fact.AgentView;
import io.drover.policy.fact.FarmView;
import io.drover.policy.fact.ResourceView;
import io.drover.policy.fact.Settings;

/** One thing that happens to an engine. */
sealed interface Deed {

    /** Something is told. */
    sealed interface Telling extends Deed {
        void tell(PolicyEngine engine);
    }

    record PutSettings(Settings settings) implements Telling {
        @Override
        public void tell(PolicyEngine engine) {
            engine.put(settings);
        }

        @Override
        public String toString() {
            return "settings " + settings.getDefault_farm_id() + " " + settings.getMin_health_score();
        }
    }

    record PutHost(AgentView host) implements Telling {
        @Override
        public void tell(PolicyEngine engine) {
            engine.put(host);
        }
    }

    record RemoveHost(String id) implements Telling {
        @Override
        public void tell(PolicyEngine engine) {
            engine.removeAgent(id);
        }
    }

    record PutFarm(FarmView farm) implements Telling {
        @Override
        public void tell(PolicyEngine engine) {
            engine.put(farm);
        }
    }

    record RemoveFarm(String id) implements Telling {
        @Override
        public void tell(PolicyEngine engine) {
            engine.removeFarm(id);
        }
    }

    record PutResource(ResourceView resource) implements Telling {
        @Override
        public void tell(PolicyEngine engine) {
            engine.put(resource);
        }
    }

    record RemoveResource(String id) implements Telling {
        @Override
        public void tell(PolicyEngine engine) {
            engine.removeResource(id);
        }
    }

    /** Somebody asks for a host. */
    record Asks(Question question) implements Deed {}
}
