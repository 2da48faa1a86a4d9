package io.drover.scenario.snapshot;

/** What users, domains and hosts are called in a snapshot. */
interface Names {

    String user(String name);

    /** The empty domain has no name. */
    String domain(String name);

    String host(String name);

    /** What a host says in words of its own, which may name anybody. */
    String words(String text);

    /** Whether addresses are told. */
    boolean tellsAddresses();

    /** The names as they are. */
    Names TRUE = new Names() {
        @Override
        public String user(String name) {
            return name;
        }

        @Override
        public String domain(String name) {
            return name;
        }

        @Override
        public String host(String name) {
            return name;
        }

        @Override
        public String words(String text) {
            return text;
        }

        @Override
        public boolean tellsAddresses() {
            return true;
        }
    };
}
