import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { ServerType } from '@hono/node-server';
import type { Logger } from '../log.ts';

/** With the default delay the process ends within ten seconds. */
const GRACE_MILLISECONDS = 7000;

type Stopping = {
  server: ServerType;
  /** After that, /readyz responds with 503. */
  stopping: AbortController;
  delaySeconds: number;
  closeStreams: () => void;
  stopServices: () => Promise<void>;
  log: Logger;
};

/**
 * After SIGTERM the listener stays open until a proxy that checks /readyz stops sending requests
 * here. Closing it resets connections that the kernel has accepted and the process has not. SIGINT
 * closes it at once.
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
    // A client that must reconnect reaches another process.
    server.prependListener('request', (_: unknown, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    await pause(delayMilliseconds);
    // Pages reopen a closed stream at once, and must not reach this process again.
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
