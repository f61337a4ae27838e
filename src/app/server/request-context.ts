import { randomUUID } from 'node:crypto';
import type { Context as HonoContext } from 'hono';
import { createMiddleware } from 'hono/factory';
import { matchedRoutes, routePath } from 'hono/route';
import { DEVICE_TOKEN_LENGTH } from '#accounts/rules/limits.ts';
import { findSession, openWithKey } from '#accounts/server/manage-sessions.ts';
import { createCaller } from '#app/server/app-router.ts';
import { KEY_PREFIX } from '#rules/role.ts';
import type { Context, Session } from '#server/context.ts';
import type { ClientAddressFinder } from '#server/http/client-address.ts';
import {
  clientAddress,
  DEVICE_TOKEN_HEADER,
  type RequestEnv,
  requestLanguage,
} from '#server/http/rest.ts';
import type { Metrics } from '#server/metrics.ts';

/** One line per request. Never logs a body, a query, a header or an address. */
export const logRequests = ({ log, metrics }: { log: Logger; metrics: Metrics }) => {
  // Redaction takes longer than the rest, and these fields hold no secrets.
  const requests = log.child({}, { redact: [] });
  return createMiddleware<RequestEnv>(async (c, next) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    c.set('requestId', requestId);
    c.set('log', () => log.child({ requestId }));
    await next();
    // Setting it earlier is not enough: tRPC drops earlier headers, and c.header() would copy a
    // streamed body.
    c.res.headers.set('X-Request-Id', requestId);
    const milliseconds = Math.round(performance.now() - startedAt);
    const { method } = c.req;
    metrics.requests.observe(
      { method: knownMethod(method), route: routeOf(c), status: c.res.status },
      milliseconds / 1000,
    );
    requests.info(
      {
        requestId,
        method,
        path: loggedPath(c.req.path, c.res.status),
        status: c.res.status,
        milliseconds,
      },
      'request',
    );
  });
};

const routeOf = (c: HonoContext) =>
  matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))?.path ?? routePath(c, -1);

/** Clients can send any word as the method; metric labels must be bounded. */
const knownMethod = (method: string) =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'].includes(method) ? method : 'other';

const SECRET_PART = /[^/]{16,}/g;

/**
 * The callback paths of M-Pesa and SMS end in a secret token. A misspelt path may have one
 * anywhere, so none of its long parts is logged.
 */
const loggedPath = (path: string, status: number) =>
  (status === NOT_FOUND ? path.replaceAll(SECRET_PART, '[long]') : path).replace(
    /^\/api\/(payments\/(?:callback|result)|sms\/(?:incoming|report)|ussd)\/.*/s,
    '/api/$1/[token]',
  );

const NOT_FOUND = 404;
const BEARER = /^Bearer +([\w-]{20,100})$/i;
const DEVICE_TOKEN = new RegExp(`^[\\w-]{${DEVICE_TOKEN_LENGTH}}$`);

type Receiving = { db: Database; services: Services; findClientAddress: ClientAddressFinder };

/** Creates the procedure context from a request and forbids caching of the answer. */
export const receiveRequest = ({ db, services, findClientAddress }: Receiving) =>
  createMiddleware<RequestEnv>(async (c, next) => {
    const language = requestLanguage(c);
    const bearer = BEARER.exec(c.req.header('authorization') ?? '')?.[1];
    let session: Promise<Session | null> | undefined;
    const context: Context = {
      db,
      services,
      withoutSlot: services.withoutSlot,
      language,
      views: [],
      device: deviceName(c.req.header('user-agent')),
      deviceToken: DEVICE_TOKEN.exec(c.req.header(DEVICE_TOKEN_HEADER) ?? '')?.[0],
      clientAddress: clientAddress(c, findClientAddress),
      idempotencyKey: c.req.header('idempotency-key'),
      bearer,
      session: (scopes) => {
        if (bearer?.startsWith(KEY_PREFIX))
          return openWithKey(db, { key: bearer, scopes, now: services.clock() });
        session ??= bearer ? findSession(db, bearer, services.clock()) : Promise.resolve(null);
        return session;
      },
    };
    c.set('context', context);
    c.set('language', language);
    c.set('caller', createCaller(context));
    await next();
    c.res.headers.set('Cache-Control', 'no-store');
    const cacheControl = c.get('cacheControl');
    if (cacheControl) c.res.headers.set('Cache-Control', cacheControl);
  });

const systems: [RegExp, string][] = [
  [/Android/i, 'Android'],
  [/iPhone|iPad|iPod/i, 'iPhone'],
  [/Windows/i, 'Windows'],
  [/Mac OS X|Macintosh/i, 'Mac'],
  [/CrOS/i, 'Chromebook'],
  [/Linux/i, 'Linux'],
];
// Browsers also name their ancestors, so the most specific is first.
const browsers: [RegExp, string][] = [
  [/OPR\/|Opera Mini|Opera/i, 'Opera'],
  [/EdgA?\//i, 'Edge'],
  [/SamsungBrowser/i, 'Samsung Internet'],
  [/Firefox|FxiOS/i, 'Firefox'],
  [/Chrome|CriOS/i, 'Chrome'],
  [/Safari/i, 'Safari'],
];

const nameIn = (table: [RegExp, string][], userAgent: string) =>
  table.find(([pattern]) => pattern.test(userAgent))?.[1];

function deviceName(userAgent: string | undefined) {
  return [nameIn(browsers, userAgent ?? ''), nameIn(systems, userAgent ?? '')]
    .filter(Boolean)
    .join(', ');
}
