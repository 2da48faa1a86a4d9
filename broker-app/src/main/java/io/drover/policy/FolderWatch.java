package io.drover.policy;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
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
     * @param look called by a thread of its own
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
        try {
            while (!Thread.currentThread().isInterrupted()) {
                if (await(anyway)) {
                    letSettle();
                }
                register();
                look.run();
            }
        } catch (InterruptedException | ClosedWatchServiceException e) {
            Thread.currentThread().interrupt();
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
        try (Stream<Path> inside = Files.walk(folder)) {
            for (Path path : inside.filter(Files::isDirectory).toList()) {
                path.register(notices, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE);
            }
        } catch (IOException e) {
            LOG.debug("no notices of changes in {}", folder, e);
        }
    }

    @Override
    public void close() throws IOException {
        thread.interrupt();
        notices.close();
    }
}
