package io.drover.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The lock that one process holds on a data folder. The operating system drops it when the process ends, however it
 * ends.
 */
final class FolderLock implements AutoCloseable {

    /** The lock file's name, by which a folder that is in use is known. */
    static final String FILE = "lock";

    /**
     * The folders locked by this process. POSIX drops a process's lock as soon as the process closes any descriptor of
     * the file, so that a second attempt from the same process must not even open it.
     */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path folder;
    private final FileChannel channel;

    private FolderLock(Path folder, FileChannel channel) {
        this.folder = folder;
        this.channel = channel;
    }

    /** Takes the lock or says which process holds it. */
    static FolderLock acquire(PrivateFolder folder) {
        if (!HELD_HERE.add(folder.path())) {
            throw heldBy(folder, "this process");
        }
        try {
            return new FolderLock(folder.path(), lock(folder));
        } catch (IOException e) {
            HELD_HERE.remove(folder.path());
            throw new DatabaseException("The folder %s cannot be locked: %s".formatted(folder.path(), e), e);
        } catch (RuntimeException e) {
            HELD_HERE.remove(folder.path());
            throw e;
        }
    }

    private static FileChannel lock(PrivateFolder folder) throws IOException {
        Path file = folder.resolve(FILE);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (channel.tryLock() == null) {
            channel.close();
            throw heldBy(folder, "process " + Files.readString(file).strip());
        }
        byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(UTF_8);
        channel.truncate(0).write(ByteBuffer.wrap(pid));
        return channel;
    }

    private static DatabaseException heldBy(PrivateFolder folder, String holder) {
        return new DatabaseException("The folder %s is in use by %s. Stop it, or set another database.folder."
                .formatted(folder.path(), holder));
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            throw new DatabaseException("The lock of %s could not be released: %s".formatted(folder, e), e);
        } finally {
            HELD_HERE.remove(folder);
        }
    }
}
