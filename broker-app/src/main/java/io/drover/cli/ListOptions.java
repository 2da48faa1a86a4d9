package io.drover.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.drover.operator.BrokerClient;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How a list is asked for and shown. */
final class ListOptions {

    @Mixin
    private final BrokerOptions broker = new BrokerOptions();

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "At most so many, newest first (default: ${DEFAULT-VALUE}).",
            defaultValue = "100")
    private int limit;

    @Option(names = "--json", description = "Print JSON instead of a table.")
    private boolean json;

    private final Map<String, String> filters = new TreeMap<>();

    BrokerClient client() {
        return broker.client();
    }

    /** Keeps what has this value; null keeps everything. */
    ListOptions where(String parameter, @Nullable String value) {
        if (value != null) {
            filters.put(parameter, value);
        }
        return this;
    }

    /** Asks and prints. */
    int print(PrintWriter out, String path, Column... columns) throws InterruptedException {
        if (limit < 1) {
            throw new BadFileException("--limit must be at least 1, not " + limit);
        }
        List<JsonNode> items = broker.client().list(path + parameters(), limit);
        if (json) {
            Answers.json(out, items);
        } else {
            out.println(new Table(
                    Arrays.stream(columns).map(Column::heading).toList(),
                    items.stream().map(item -> row(item, columns)).toList()));
        }
        out.flush();
        return ExitCode.OK;
    }

    private static List<String> row(JsonNode item, Column... columns) {
        return Arrays.stream(columns).map(column -> column.cell().apply(item)).toList();
    }

    private String parameters() {
        StringBuilder query = new StringBuilder();
        filters.forEach((name, value) -> query.append(query.isEmpty() ? '?' : '&')
                .append(name)
                .append('=')
                .append(BrokerClient.encoded(value)));
        return query.toString();
    }
}
