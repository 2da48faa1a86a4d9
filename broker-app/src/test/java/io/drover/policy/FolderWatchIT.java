package io.drover.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderWatchIT {

    private static final Duration SOON = Duration.ofMillis(1);

    @TempDir
    Path folder;

    @Test
    void aLookThatFailsIsNotTheLast() throws Exception {
        Iterator<Throwable> faults = List.of(
                        new IllegalStateException("once"), new StackOverflowError(), new OutOfMemoryError("twice"))
                .iterator();
        CountDownLatch sound = new CountDownLatch(2);

        try (FolderWatch watch = new FolderWatch(folder, SOON, SOON, () -> look(faults, sound))) {
            watch.start();

            assertThat(sound.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void whatChangesBehindALinkIsNoticed(@TempDir Path release) throws Exception {
        Files.createSymbolicLink(folder.resolve("rules"), release);
        CountDownLatch looked = new CountDownLatch(1);

        try (FolderWatch watch = new FolderWatch(folder, SOON, Duration.ofHours(1), looked::countDown)) {
            watch.start();
            Files.writeString(release.resolve("office.drl"), "package drover\n");

            assertThat(looked.await(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void look(Iterator<Throwable> faults, CountDownLatch sound) {
        Throwable fault = faults.hasNext() ? faults.next() : null;
        if (fault instanceof Error error) {
            throw error;
        } else if (fault instanceof RuntimeException exception) {
            throw exception;
        }
        sound.countDown();
    }
}
