package io.drover.benchmarks.load;

import java.util.Map;

/**
 * What a broker and its tables take, and how it answered in the time before.
 *
 * @param second since the load began
 * @param heapMiB what is in use after a full collection
 * @param metaspaceMiB what classes take
 * @param residentMiB the process' memory as the system counts it
 * @param threads of the process
 * @param files that it has open, sockets among them
 * @param connections of the broker to the database
 * @param rate placements a second
 * @param p99Ms of 99 in 100 of them, from when the user came
 * @param failed requests that were not answered with 200
 * @param edits changes of the rules until now
 * @param revisions rules that have decided until now
 * @param tables by name, partitions with their table
 */
record Footprint(
        double second,
        double heapMiB,
        double metaspaceMiB,
        double residentMiB,
        long threads,
        long files,
        long connections,
        double rate,
        double p99Ms,
        long failed,
        long edits,
        long revisions,
        Map<String, Table> tables) {

    Footprint {
        tables = Map.copyOf(tables);
    }

    /**
     * @param kiB with indexes and long values
     * @param dead rows that are to be cleaned up
     */
    record Table(double kiB, long dead) {

        static final Table NONE = new Table(0, 0);
    }

    Table table(String name) {
        return tables.getOrDefault(name, Table.NONE);
    }
}
