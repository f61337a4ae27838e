import type { Hono } from 'hono';
import type { Connection } from './db/connect.ts';
import type { DoorEnv } from './door.ts';

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
