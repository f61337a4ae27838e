import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { secureHeaders } from 'hono/secure-headers';
import { photoFiles } from '#photos/server/api/photo-paths.ts';
import { isUpload } from '#photos/server/receive-upload.ts';
import { BODY_MAX_BYTES, RPC_BATCH_MAX } from '#rules/limits.ts';
import { routes } from '#rules/routes.ts';
import { SHARE_TARGET_PATH, VERSION_HEADER, VERSION_LENGTH } from '#rules/service-worker.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Support } from '#server/config.ts';
import type { Connection } from '#server/database.ts';
import { isSameHash, sha256 } from '#server/hashes.ts';
import type { ClientAddressFinder } from '#server/http/client-address.ts';
import { answerProceduresFromMemory, operationPaths } from '#server/http/operation-paths.ts';
import { answerError, isUnforeseen, type RequestEnv } from '#server/http/rest.ts';
import type { Metrics } from '#server/metrics.ts';
import { retryAfterOf } from '#server/procedures.ts';
import { projectRoot } from '#server/project-root.ts';
import { restPaths } from '../features.ts';
import { appRouter, operations } from './app-router.ts';
import { mountApiDescription } from './describe-api.ts';
import { logRequests, receiveRequest } from './request-context.ts';

const SECURITY_TXT_PATH = '/.well-known/security.txt';

/** RFC 9116 requires less than a year. Counted from each answer. */
const SECURITY_TXT_SECONDS = 180 * 24 * 60 * 60;

const SEE_OTHER = 303;

type AppDependencies = {
  connection: Connection;
  services: Services;
  findClientAddress: ClientAddressFinder;
  /** Aborted once the process is told to stop. It still answers, but is no longer ready. */
  stopping?: AbortSignal;
  tileUrl: string;
  metricsToken?: string | undefined;
  demo?: Hono<RequestEnv>;
  web?: Hono<RequestEnv>;
  version?: string;
};

/**
 * Null if the encoding is invalid. The result must be used: the bundler removes a call of
 * `decodeURIComponent` whose result is not.
 */
function decodePath(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

/** Node reads no more of a body than the declared length. */
const isKnownToBeShort = (c: Context) =>
  !c.req.header('transfer-encoding') &&
  Number(c.req.header('content-length') ?? Number.NaN) <= BODY_MAX_BYTES;

export function createApp(dependencies: AppDependencies) {
  const {
    connection,
    services,
    findClientAddress,
    stopping,
    tileUrl,
    metricsToken,
    demo,
    web,
    version,
  } = dependencies;
  const app = new Hono<RequestEnv>();
  const limit = bodyLimit({
    maxSize: BODY_MAX_BYTES,
    onError: (c) => answerError(c, new AppError('PAYLOAD_TOO_LARGE')),
  });
  // Hono's limit reads the body, which costs more than the rest of the middleware, so it is only
  // used for bodies of unknown or excessive length. Uploads have their own limits.
  const limitBody: MiddlewareHandler = (c, next) =>
    c.req.method === 'GET' || isUpload(c) || isKnownToBeShort(c) ? next() : limit(c, next);

  app.use(logRequests(services));
  const headers = securityHeaders({ tileUrl, publicUrl: services.publicUrl });
  // Photos are public, and link previews or a CDN may embed them.
  const photoHeaders = securityHeaders({
    tileUrl,
    publicUrl: services.publicUrl,
    crossOriginResourcePolicy: 'cross-origin',
  });
  app.use((c, next) =>
    c.req.path.startsWith('/photos/') ? photoHeaders(c, next) : headers(c, next),
  );
  mountHealth(app, { connection, stopping });
  mountSecurityTxt(app, services);
  mountApiDescription(app, {
    publicUrl: services.publicUrl,
    supportEmail: services.support.email,
  });
  if (metricsToken) mountMetrics(app, { metrics: services.metrics, token: metricsToken });
  if (version) app.use('/trpc/*', nameVersion(version));
  app.use('/trpc/*', answerProceduresFromMemory(services.storedAnswers, findClientAddress));
  for (const path of ['/trpc/*', '/api/*'] as const) {
    app.use(path, receiveRequest({ db: connection.db, services, findClientAddress }), limitBody);
  }

  app.all('/trpc/*', async (c) => {
    if (decodePath(c.req.path) === null) return answerError(c, new AppError('NOT_FOUND'));
    const response = await fetchRequestHandler({
      endpoint: '/trpc',
      req: c.req.raw,
      router: appRouter,
      createContext: () => c.get('context'),
      maxBatchSize: RPC_BATCH_MAX,
      responseMeta: ({ errors }) => ({ headers: retryAfterOf(errors) }),
      onError: ({ error, path }) => {
        if (isUnforeseen(error))
          c.get('log')().error({ err: error, procedure: path }, 'a procedure failed unexpectedly');
      },
    });
    // tRPC's refusal of a whole request is JSON without a content type.
    const type = response.headers.get('Content-Type');
    if (!type || type.startsWith('text/plain'))
      response.headers.set('Content-Type', 'application/json');
    return response;
  });
  // The service worker normally handles this. Without a worker the photos are lost, and the page
  // says so.
  app.post(SHARE_TARGET_PATH, (c) => c.redirect(`${routes.start.path}?to=share-lost`, SEE_OTHER));
  for (const [path, handlers] of restPaths) app.route(path, handlers);
  app.route('/', operationPaths(operations));
  app.all('/api/*', (c) => answerError(c, new AppError('NOT_FOUND')));

  app.route('/photos', photoFiles(connection.db, services.photoStore));

  if (demo) app.route('/demo', demo);
  if (web) app.route('/', web);
  app.onError((error, c) => answerError(c, error));
  return app;
}

type HeaderSettings = {
  tileUrl: string;
  publicUrl: string;
  crossOriginResourcePolicy?: 'same-origin' | 'cross-origin';
};

function securityHeaders({
  tileUrl,
  publicUrl,
  crossOriginResourcePolicy = 'same-origin',
}: HeaderSettings) {
  return secureHeaders({
    crossOriginResourcePolicy,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'blob:', 'data:', new URL(tileUrl.replaceAll(/[{}]/g, '')).origin],
      // A voice note is fetched with the session's token and played from memory.
      mediaSrc: ["'self'", 'blob:'],
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
    // OpenStreetMap refuses tiles to pages without a referrer.
    referrerPolicy: 'strict-origin-when-cross-origin',
    strictTransportSecurity: publicUrl.startsWith('https:') ? 'max-age=31536000' : false,
    permissionsPolicy: {
      camera: ['self'],
      geolocation: ['self'],
      microphone: ['self'],
      payment: [],
    },
    // The tile host doesn't opt in to being embedded.
    crossOriginEmbedderPolicy: false,
  });
}

function mountSecurityTxt(
  app: Hono<RequestEnv>,
  { clock, support, publicUrl }: { clock: Clock; support: Support; publicUrl: string },
) {
  app.get(SECURITY_TXT_PATH, (c) =>
    c.text(
      [
        `Contact: mailto:${support.email}`,
        `Expires: ${secondsAfter(clock(), SECURITY_TXT_SECONDS).toISOString()}`,
        'Preferred-Languages: en, sw',
        `Canonical: ${new URL(SECURITY_TXT_PATH, publicUrl).href}`,
        '',
      ].join('\n'),
    ),
  );
}

type Checks = { connection: Connection; stopping: AbortSignal | undefined };

/**
 * /healthz: the process is alive. /readyz: it can work; 503 while it is stopping or the database
 * doesn't respond. A proxy asks /readyz?exclude=database, because most pages need no database.
 */
function mountHealth(app: Hono<RequestEnv>, { connection, stopping }: Checks) {
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

/** Only mounted if METRICS_TOKEN, its bearer token, is set. */
function mountMetrics(
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

export async function builtVersion() {
  const { hash } = JSON.parse(await readFile(join(projectRoot, 'dist', 'build.json'), 'utf8'));
  return String(hash).slice(0, VERSION_LENGTH);
}

export const nameVersion =
  (version: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    c.res.headers.set(VERSION_HEADER, version);
  };
