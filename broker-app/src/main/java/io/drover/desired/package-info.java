/** What agents are to have: the policy that reaches them from themselves, a farm or everybody, and RemoteApps. */
@NullMarked
package io.drover.desired;

import org.jspecify.annotations.NullMarked;
