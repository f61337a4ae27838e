import type { ServerResponse } from 'node:http';
import type { ServerType } from '@hono/node-server';
import type { Logger } from './log.ts';

const GRACE_MILLISECONDS = 9000;

type Stopping = { server: ServerType; closeStreams: () => void; stopServices: () => Promise<void>; log: Logger };

/** On SIGTERM or SIGINT: takes no more requests, ends those in flight, then the services; within ten seconds, whatever hangs. */
export function stopOnSignals({ server, closeStreams, stopServices, log }: Stopping) {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({}, `something still ran after ${GRACE_MILLISECONDS} ms and was cut off`);
      process.exit(1);
    }, GRACE_MILLISECONDS).unref();
    closeStreams();
    // A proxy asks again and again on a connection that it keeps: told so, it opens another, to another process.
    server.prependListener('request', (_: unknown, response: ServerResponse) => {
      response.shouldKeepAlive = false;
    });
    await new Promise((done) => {
      server.close(done);
      if ('closeIdleConnections' in server) server.closeIdleConnections();
    });
    await stopServices();
    log.info({}, 'stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));
}
