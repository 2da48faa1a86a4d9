package io.drover;

import io.drover.http.ApiException;
import io.drover.http.ErrorTranslation;
import io.drover.policy.PolicyFailedException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Rules that fail are the operators' to mend; the log says which. */
final class PolicyFaults implements ErrorTranslation {

    private static final Logger log = LoggerFactory.getLogger(PolicyFaults.class);

    @Override
    public Optional<ApiException> translate(Throwable fault) {
        if (!(fault instanceof PolicyFailedException)) {
            return Optional.empty();
        }
        log.error("The placement policy failed: {}", fault.getMessage());
        return Optional.of(new ApiException(503, "policy_failed", "a rule of the placement policy failed"));
    }
}
