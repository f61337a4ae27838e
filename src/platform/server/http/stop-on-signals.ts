import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerType } from '@hono/node-server';
import type { Logger } from '../log.ts';

/**
 * How long running requests have to finish after the listener closes. With the default delay the
 * process ends within ten seconds.
 */
const GRACE_MILLISECONDS = 7000;

type Stopping = {
  server: ServerType;
  /** Aborted as soon as the process is told to stop. From then on /readyz responds with 503. */
  stopping: AbortController;
  /** How long the listener stays open after SIGTERM. */
  delaySeconds: number;
  closeStreams: () => void;
  stopServices: () => Promise<void>;
  log: Logger;
};

/**
 * Ends the process on a signal without losing a request. After SIGTERM the process keeps serving
 * for `delaySeconds`, so that a proxy that checks /readyz stops sending requests here before the
 * listener closes. Closing it resets connections that the kernel has accepted and the process has
 * not. SIGINT (Ctrl-C) comes from a person who wants the process to end now, so it closes the
 * listener at once.
 */
export function stopOnSignals({
  server,
  stopping,
  delaySeconds,
  closeStreams,
  stopServices,
  log,
}: Stopping) {
  const stop = async (signal: string, delayMilliseconds: number) => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    log.info({ signal, delayMilliseconds }, 'stopping');
    setTimeout(() => {
      log.error(
        {},
        `something still ran ${GRACE_MILLISECONDS} ms after the listener closed, and was cut off`,
      );
      process.exit(1);
    }, delayMilliseconds + GRACE_MILLISECONDS).unref();
    // A client would reuse a keep-alive connection. When told to close it, it opens the next one to
    // another process.
    server.prependListener('request', (_: unknown, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    await pause(delayMilliseconds);
    // Not earlier, because pages reopen a closed stream at once, and the proxy would send that
    // request back here.
    closeStreams();
    await new Promise((done) => {
      server.close(done);
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    });
    await stopServices();
    log.info({}, 'stopped');
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM', delaySeconds * 1000));
  process.on('SIGINT', () => void stop('SIGINT', 0));
}
