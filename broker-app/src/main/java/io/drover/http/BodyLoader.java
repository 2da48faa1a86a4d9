package io.drover.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.io.content.ByteBufferContentSource;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler.ContentLoader;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * One body on its way in. One that is too large is read on for a while and thrown away: a client that is cut off while
 * it sends does not see why.
 */
final class BodyLoader extends ContentLoader implements Invocable.Task {

    private static final int MOST_DISCARDED = 16 * 1024 * 1024;

    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final int limit;
    private long arrived;
    private final Duration patience;
    private Scheduler.@Nullable Task deadline;

    BodyLoader(Handler handler, Request request, Response response, Callback callback, Duration patience) {
        super(handler, request, response, callback);
        this.limit = BodyLimits.of(Request.getPathInContext(request));
        this.patience = patience;
    }

    @Override
    protected void load() {
        boolean asksFirst = getRequest().getHeaders().contains(HttpHeader.EXPECT);
        if (getRequest().getLength() > (asksFirst ? limit : MOST_DISCARDED)) {
            refuse(413);
        } else {
            read(false);
        }
    }

    /** More has arrived. */
    @Override
    public void run() {
        read(true);
    }

    @Override
    public InvocationType getInvocationType() {
        return InvocationType.NON_BLOCKING;
    }

    private void read(boolean onNetworkThread) {
        Content.Chunk chunk;
        do {
            chunk = getRequest().read();
            if (chunk == null) {
                await();
                return;
            }
            if (Content.Chunk.isFailure(chunk)) {
                fail(chunk.getFailure());
                return;
            }
            take(chunk);
        } while (!chunk.isLast() && arrived <= MOST_DISCARDED);
        if (arrived > limit) {
            refuse(413);
        } else {
            finish(onNetworkThread);
        }
    }

    private void await() {
        if (deadline == null) {
            deadline = getRequest()
                    .getComponents()
                    .getScheduler()
                    .schedule(
                            () -> getRequest().fail(new TimeoutException("the body did not arrive in time")),
                            patience.toMillis(),
                            TimeUnit.MILLISECONDS);
        }
        getRequest().demand(this);
    }

    private void stopWaiting() {
        if (deadline != null) {
            deadline.cancel();
        }
    }

    private void take(Content.Chunk chunk) {
        arrived += chunk.remaining();
        if (arrived <= limit) {
            byte[] bytes = new byte[chunk.remaining()];
            chunk.get(bytes, 0, bytes.length);
            body.write(bytes, 0, bytes.length);
        } else {
            body.reset();
        }
        chunk.release();
    }

    private void finish(boolean onNetworkThread) {
        stopWaiting();
        Request loaded = new LoadedRequest(getRequest(), ByteBuffer.wrap(body.toByteArray()));
        if (onNetworkThread) {
            getRequest().getContext().execute(() -> handle(loaded, getResponse(), getCallback()));
        } else {
            handle(loaded, getResponse(), getCallback());
        }
    }

    private void fail(Throwable failure) {
        if (failure instanceof TimeoutException) {
            refuse(408);
        } else {
            stopWaiting();
            Response.writeError(getRequest(), getResponse(), getCallback(), failure);
        }
    }

    private void refuse(int status) {
        stopWaiting();
        Response.writeError(getRequest(), getResponse(), getCallback(), status);
    }

    /** A request whose body is in memory. */
    private static final class LoadedRequest extends Request.Wrapper {

        private final ByteBufferContentSource source;

        LoadedRequest(Request request, ByteBuffer body) {
            super(request);
            this.source = new ByteBufferContentSource(body);
        }

        @Override
        public Content.Chunk read() {
            return source.read();
        }

        @Override
        public void demand(Runnable task) {
            source.demand(task);
        }
    }
}
