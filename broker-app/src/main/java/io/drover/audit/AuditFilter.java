package io.drover.audit;

/**
 * Which entries are wanted. Empty stands for any.
 *
 * @param who the actor's name
 * @param objectKind for example {@code agent}
 * @param objectId which one
 */
public record AuditFilter(String who, String objectKind, String objectId) {

    public static final AuditFilter ALL = new AuditFilter("", "", "");
}
