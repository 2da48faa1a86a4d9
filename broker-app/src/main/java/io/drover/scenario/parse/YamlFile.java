package io.drover.scenario.parse;

import io.drover.scenario.Position;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Brings a file of one YAML 1.2 document into memory. */
final class YamlFile {

    private final Sources sources;
    private final Problems problems;
    private final String insteadOfAliases;

    /** @param insteadOfAliases what to do instead, for who wrote an alias */
    YamlFile(Sources sources, Problems problems, String insteadOfAliases) {
        this.sources = sources;
        this.problems = problems;
        this.insteadOfAliases = insteadOfAliases;
    }

    /** The root of a file; empty when there is none, and then why is among the problems. */
    Optional<YamlValue> open(Path file) {
        return open(file, reason -> refuse(new Position(nameOf(file), 1, 1), reason));
    }

    /**
     * The root of a file that another one names.
     *
     * @param unreadable hears why the file cannot be had at all
     */
    Optional<YamlValue> open(Path file, Consumer<String> unreadable) {
        String name = nameOf(file);
        try {
            Optional<Node> root =
                    PlainEvents.compose(sources.read(file), name, Sources.BYTES_AT_MOST, insteadOfAliases);
            if (root.isEmpty()) {
                refuse(new Position(name, 1, 1), "the file is empty");
            }
            return root.map(node -> new YamlValue(node, name, problems));
        } catch (MarkedYamlEngineException syntax) {
            refuse(positionOf(syntax, name), "not YAML: " + syntax.getProblem());
        } catch (YamlEngineException syntax) {
            refuse(new Position(name, 1, 1), "not YAML: " + syntax.getMessage());
        } catch (NoSuchFileException missing) {
            unreadable.accept("there is no file " + name);
        } catch (CharacterCodingException coding) {
            unreadable.accept(name + " is not UTF-8");
        } catch (IOException failed) {
            unreadable.accept(name + " cannot be read: " + failed.getMessage());
        }
        return Optional.empty();
    }

    private static String nameOf(Path file) {
        return file.toString().replace('\\', '/');
    }

    private void refuse(Position position, String reason) {
        problems.add(position, "", reason, "");
    }

    private static Position positionOf(MarkedYamlEngineException syntax, String name) {
        Optional<Mark> mark = syntax.getProblemMark().or(syntax::getContextMark);
        return mark.map(place -> new Position(name, place.getLine() + 1, place.getColumn() + 1))
                .orElseGet(() -> new Position(name, 1, 1));
    }
}
