package io.drover.scenario.parse;

import io.drover.file.FilesBelow;
import io.drover.scenario.Problem;
import io.drover.scenario.Suite;
import io.drover.scenario.SuiteReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The suites of some files and folders, all read.
 *
 * @param suites those that are right, in the order of their names within each folder
 * @param problems what is wrong in the others
 */
public record SuiteFiles(List<Suite> suites, List<Problem> problems) {

    /** How the name of a suite file ends. */
    public static final String ENDING = ".scenarios.yml";

    public SuiteFiles {
        suites = List.copyOf(suites);
        problems = List.copyOf(problems);
    }

    /**
     * Reads suites.
     *
     * @param places suites by any name, and folders, below which each file of the {@link #ENDING} is one
     * @throws NoSuchFileException when one of them is not there
     */
    public static SuiteFiles read(List<Path> places) throws IOException {
        return read(places, Sources.FILES);
    }

    /** The same, with the text of each file from there. */
    public static SuiteFiles read(List<Path> places, Sources sources) throws IOException {
        List<Suite> suites = new ArrayList<>();
        List<Problem> problems = new ArrayList<>();
        SuiteParser parser = new SuiteParser(sources);
        for (Path file : find(places)) {
            SuiteReading reading = parser.parse(file);
            if (reading instanceof SuiteReading.Good good) {
                suites.add(good.suite());
            } else if (reading instanceof SuiteReading.Bad bad) {
                problems.addAll(bad.problems());
            }
        }
        return new SuiteFiles(suites, problems);
    }

    /**
     * The files that {@link #read} would read as suites, each once.
     *
     * @throws NoSuchFileException when a place is not there
     */
    public static List<Path> find(List<Path> places) throws IOException {
        return find(places, ENDING);
    }

    /**
     * Files of one kind, each once.
     *
     * @param places files by any name, and folders, below which each file of the ending is one
     * @throws NoSuchFileException when a place is not there
     * @see FilesBelow
     */
    public static List<Path> find(List<Path> places, String ending) throws IOException {
        Set<Path> found = new LinkedHashSet<>();
        for (Path place : places) {
            if (Files.isRegularFile(place)) {
                found.add(place);
                continue;
            }
            FilesBelow.of(place).stream()
                    .filter(file -> file.toString().endsWith(ending))
                    .forEach(found::add);
        }
        return List.copyOf(found);
    }
}
