import type { Hono } from 'hono';
import { AppError } from './app-error.ts';
import type { Connection } from './db/connect.ts';
import type { DoorEnv } from './door.ts';
import { isSameHash, sha256 } from './hashes.ts';
import type { Metrics } from './metrics.ts';
import { answerError } from './rest/answer.ts';

/** /healthz says that the process lives; /readyz that it can also do its work. */
export function mountHealth(app: Hono<DoorEnv>, connection: Connection) {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    try {
      await connection.ping();
      return c.json({ status: 'ready' });
    } catch {
      return c.json({ status: 'unavailable' }, 503);
    }
  });
}

/** /metrics, in Prometheus' words, for the bearer of METRICS_TOKEN alone; mounted only where there is one. */
export function mountMetrics(app: Hono<DoorEnv>, { metrics, token }: { metrics: Metrics; token: string }) {
  app.get('/metrics', async (c) => {
    const given = /^Bearer (.{1,1000})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if (!isSameHash(sha256(given), sha256(token))) return answerError(c, new AppError('NOT_LOGGED_IN'));
    return c.body(await metrics.registry.metrics(), 200, {
      'Content-Type': metrics.registry.contentType,
      'Cache-Control': 'no-store',
    });
  });
}
