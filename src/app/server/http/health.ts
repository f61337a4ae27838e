import type { Hono } from 'hono';
import { AppError } from '#platform/server/app-error.ts';
import type { Connection } from '#platform/server/db/database.ts';
import { isSameHash, sha256 } from '#platform/server/hashes.ts';
import { answerError } from '#platform/server/http/answer.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';
import type { Metrics } from '#platform/server/metrics.ts';

type Checks = { connection: Connection; stopping: AbortSignal | undefined };

/**
 * /healthz: the process is alive. /readyz: it can do its work; 503 while it is stopping or the
 * database doesn't respond. A proxy asks /readyz?exclude=database (excluding checks works as in
 * Kubernetes' API server). Most pages need no database, and the others respond with a message, so
 * the proxy should drop only a server that is stopping or gone.
 */
export function mountHealth(app: Hono<RequestEnv>, { connection, stopping }: Checks) {
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    if (stopping?.aborted) return c.json({ status: 'stopping' }, 503);
    if (c.req.queries('exclude')?.includes('database')) return c.json({ status: 'ready' });
    try {
      await connection.ping();
      return c.json({ status: 'ready' });
    } catch {
      return c.json({ status: 'unavailable' }, 503);
    }
  });
}

/**
 * /metrics in Prometheus' format, only for the bearer of METRICS_TOKEN, and only mounted if that is
 * set.
 */
export function mountMetrics(
  app: Hono<RequestEnv>,
  { metrics, token }: { metrics: Metrics; token: string },
) {
  app.get('/metrics', async (c) => {
    const given = /^Bearer +(.{1,1000})$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
    if (!isSameHash(sha256(given), sha256(token)))
      return answerError(c, new AppError('NOT_LOGGED_IN'));
    return c.body(await metrics.registry.metrics(), 200, {
      'Content-Type': metrics.registry.contentType,
      'Cache-Control': 'no-store',
    });
  });
}
