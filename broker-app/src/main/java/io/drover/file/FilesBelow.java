package io.drover.file;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The files of a folder that people keep rules or suites in. Links are followed: whoever puts one there, to a release
 * for example, means what is behind it. Names that begin with a dot are passed over, as are the copies that Kubernetes
 * keeps under such names.
 */
public final class FilesBelow {

    private FilesBelow() {}

    /**
     * All of them, sorted; of a place that is a file, that file.
     *
     * @throws NoSuchFileException when there is no such place
     * @throws IOException when a folder cannot be read, or a link leads nowhere or back to where it is; the message
     *     tells
     */
    public static List<Path> of(Path place) throws IOException {
        Visit visit = new Visit(place);
        Files.walkFileTree(place, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, visit);
        return visit.found.stream().sorted().toList();
    }

    private static final class Visit extends SimpleFileVisitor<Path> {

        private final Path place;
        private final List<Path> found = new ArrayList<>();

        private Visit(Path place) {
            this.place = place;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return isHidden(folder) ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            if (attributes.isSymbolicLink() && !isHidden(file)) {
                throw new IOException(file + " is a link that leads nowhere");
            }
            if (attributes.isRegularFile() && !isHidden(file)) {
                found.add(file);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException why) throws IOException {
            if (isHidden(file)) {
                return FileVisitResult.CONTINUE;
            }
            if (why instanceof FileSystemLoopException) {
                throw new IOException(file + " is a link that leads back to where it is", why);
            }
            throw why;
        }

        private boolean isHidden(Path path) {
            return !path.equals(place) && path.getFileName().toString().startsWith(".");
        }
    }
}
