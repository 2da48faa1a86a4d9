/** What is wrong with a folder of rules, told to people, build servers and editors. */
@NullMarked
package io.drover.policy.report;

import org.jspecify.annotations.NullMarked;
