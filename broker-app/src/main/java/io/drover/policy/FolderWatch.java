package io.drover.policy;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a folder soon after something in it changed, once for a burst of changes, and now and then anyway: notices
 * get lost, and a folder that is missing or on a network gives none.
 */
final class FolderWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(FolderWatch.class);

    private final Path folder;
    private final Duration quiet;
    private final Duration anyway;
    private final Runnable look;
    private final WatchService notices;
    private final Thread thread;

    /**
     * @param quiet how long nothing must change before a look
     * @param anyway the longest time between two looks
     * @param look called by a thread of its own, also after a call that failed
     */
    FolderWatch(Path folder, Duration quiet, Duration anyway, Runnable look) throws IOException {
        this.folder = folder;
        this.quiet = quiet;
        this.anyway = anyway;
        this.look = look;
        notices = folder.getFileSystem().newWatchService();
        thread = new Thread(this::watch, "policy-watch");
        thread.setDaemon(true);
    }

    void start() {
        register();
        thread.start();
    }

    private void watch() {
        while (!Thread.currentThread().isInterrupted()) {
            try {
                if (await(anyway)) {
                    letSettle();
                }
                register();
                look.run();
            } catch (InterruptedException | ClosedWatchServiceException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException | Error fault) {
                LOG.error("looking at {} failed, the next look comes all the same", folder, fault);
            }
        }
    }

    private void letSettle() throws InterruptedException {
        long end = System.nanoTime() + anyway.toNanos();
        while (await(quiet) && System.nanoTime() < end) {
            register();
        }
    }

    private boolean await(Duration longest) throws InterruptedException {
        @Nullable WatchKey key = notices.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
        if (key == null) {
            return false;
        }
        key.pollEvents();
        key.reset();
        return true;
    }

    private void register() {
        if (!Files.isDirectory(folder)) {
            return;
        }
        try {
            Files.walkFileTree(folder, Set.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new Registration());
        } catch (IOException e) {
            LOG.debug("no notices of changes in all of {}", folder, e);
        }
    }

    /** Asks for notices of every folder that there is; one that vanished or may not be read gives none. */
    private final class Registration extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            try {
                path.register(notices, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE);
            } catch (IOException e) {
                LOG.debug("no notices of changes in {}", path, e);
            }
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path path, IOException why) {
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path path, @Nullable IOException why) {
            return FileVisitResult.CONTINUE;
        }
    }

    @Override
    public void close() throws IOException {
        thread.interrupt();
        notices.close();
    }
}
