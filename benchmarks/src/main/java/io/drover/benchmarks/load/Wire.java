package io.drover.benchmarks.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Connections to the broker that are kept alive, all of them served by one thread. */
final class Wire implements AutoCloseable {

    /** The status of an answer that never came. */
    static final int BROKEN = 0;

    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final EventLoop loop = group.next();
    private final Bootstrap bootstrap;
    private final int port;

    /** @param port the broker's, on the loopback address */
    Wire(int port) {
        this.port = port;
        bootstrap = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new HttpResponseDecoder(), new Line());
                    }
                });
    }

    /** The thread on which lines are used and answer. */
    EventLoop loop() {
        return loop;
    }

    /** Opens connections. */
    List<Line> open(int count) throws InterruptedException {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Channel channel = bootstrap.connect("127.0.0.1", port).sync().channel();
            lines.add(channel.pipeline().get(Line.class));
        }
        return lines;
    }

    @Override
    public void close() {
        var unused = group.shutdownGracefully(0, 1, TimeUnit.SECONDS);
    }

    /** Hears of an answer. */
    interface Answered {
        /** @param status {@link #BROKEN} when the connection broke */
        void answered(int status);
    }

    /** Hears of an answer, and what it says. */
    interface Replied {
        /** @param status {@link #BROKEN} when the connection broke */
        void replied(int status, String body);
    }

    /** One connection, one request at a time. For the wire's thread. */
    static final class Line extends SimpleChannelInboundHandler<HttpObject> {

        private @Nullable Channel channel;
        private @Nullable Answered waiting;
        private @Nullable StringBuilder body;
        private int status;

        /** Sends a request; the answer is told on the wire's thread. */
        void send(byte[] request, Answered answered) {
            if (channel == null || !channel.isActive()) {
                answered.answered(BROKEN);
                return;
            }
            waiting = answered;
            var unused = channel.writeAndFlush(Unpooled.wrappedBuffer(request), channel.voidPromise());
        }

        /** Likewise, and keeps what the answer says. */
        void ask(byte[] request, Replied replied) {
            StringBuilder text = new StringBuilder();
            body = text;
            send(request, answer -> {
                body = null;
                replied.replied(answer, text.toString());
            });
        }

        @Override
        public void handlerAdded(ChannelHandlerContext context) {
            channel = context.channel();
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, HttpObject part) {
            if (part instanceof HttpResponse response) {
                status = response.status().code();
            }
            if (part instanceof HttpContent content && body != null) {
                body.append(content.content().toString(StandardCharsets.UTF_8));
            }
            if (part instanceof LastHttpContent) {
                tell(status);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            tell(BROKEN);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            var unused = context.close();
        }

        private void tell(int answer) {
            Answered asked = waiting;
            waiting = null;
            if (asked != null) {
                asked.answered(answer);
            }
        }
    }
}
