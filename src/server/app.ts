import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { BODY_MAX_BYTES, RPC_BATCH_MAX } from '#shared/limits.ts';
import { AppError } from './app-error.ts';
import type { ClientAddressFinder } from './client-address.ts';
import type { Connection } from './db/connect.ts';
import { isUnforeseen } from './describe-error.ts';
import { type DoorEnv, logRequests, receiveRequest } from './door.ts';
import { mountHealth, mountMetrics } from './health.ts';
import { appRouter } from './procedures/index.ts';
import { answerError } from './rest/answer.ts';
import { authPaths } from './rest/auth.ts';
import { buyerProductPaths } from './rest/buyer-products.ts';
import { cartPaths } from './rest/cart.ts';
import { farmerProductPaths } from './rest/farmer-products.ts';
import { buyerOrderPaths, farmerOrderPaths } from './rest/orders.ts';
import { paymentCallbacks } from './rest/payment-callbacks.ts';
import { farmerPaymentPaths, payPaths } from './rest/payments.ts';
import { photoFiles } from './rest/photo-files.ts';
import { photoPaths } from './rest/photos.ts';
import { buyerPaths, farmerPaths } from './rest/profiles.ts';
import { isUpload } from './rest/receive-upload.ts';
import { securityHeaders } from './security-headers.ts';
import { mountSecurityTxt } from './security-txt.ts';
import type { Services } from './services.ts';
import { retryAfterOf } from './trpc.ts';

export type AppDependencies = {
  connection: Connection;
  services: Services;
  findClientAddress: ClientAddressFinder;
  /** Aborted once the process is told to stop: it still answers, but says that it is no longer ready. */
  stopping?: AbortSignal;
  tileUrl: string;
  /** Whoever bears it may read /metrics; without it there is none. */
  metricsToken?: string | undefined;
  /** Whether anything of the outside world is simulated, and its pages. */
  demo?: Hono<DoorEnv>;
  /** The built web side; absent while Vite serves it. */
  web?: Hono<DoorEnv>;
};

/** Whether the `%` of a path are followed by what they announce. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

/** Every mount of the process on one screen. */
export function createApp(dependencies: AppDependencies) {
  const { connection, services, findClientAddress, stopping, tileUrl, metricsToken, demo, web } = dependencies;
  const app = new Hono<DoorEnv>();
  const limit = bodyLimit({ maxSize: BODY_MAX_BYTES, onError: (c) => answerError(c, new AppError('PAYLOAD_TOO_LARGE')) });
  // Uploads have limits of their own; what is only read has no body, and looking for one costs more than the rest of the door.
  const limitBody: MiddlewareHandler = (c, next) => (c.req.method === 'GET' || isUpload(c) ? next() : limit(c, next));

  app.use(logRequests(services));
  app.use(securityHeaders({ tileUrl, publicUrl: services.publicUrl }));
  mountHealth(app, { connection, stopping });
  mountSecurityTxt(app, services);
  if (metricsToken) mountMetrics(app, { metrics: services.metrics, token: metricsToken });
  for (const path of ['/trpc/*', '/api/*'] as const) {
    app.use(path, receiveRequest({ db: connection.db, services, findClientAddress }), limitBody);
  }

  app.all('/trpc/*', async (c) => {
    // tRPC would call it a failure of the server's.
    if (!isDecodable(c.req.path)) return answerError(c, new AppError('NOT_FOUND'));
    const response = await fetchRequestHandler({
      endpoint: '/trpc',
      req: c.req.raw,
      router: appRouter,
      createContext: () => c.get('context'),
      maxBatchSize: RPC_BATCH_MAX,
      responseMeta: ({ errors }) => ({ headers: retryAfterOf(errors) }),
      onError: ({ error, path }) => {
        if (isUnforeseen(error)) c.get('log')().error({ err: error, procedure: path }, 'a procedure failed unexpectedly');
      },
    });
    // tRPC names no type where it refuses a request as a whole; what it says is JSON all the same.
    const type = response.headers.get('Content-Type');
    if (!type || type.startsWith('text/plain')) response.headers.set('Content-Type', 'application/json');
    return response;
  });
  app.route('/api/auth', authPaths);
  app.route('/api/buyer', buyerPaths);
  app.route('/api/buyer/products', buyerProductPaths);
  app.route('/api/buyer/cart', cartPaths);
  app.route('/api/buyer/orders', buyerOrderPaths);
  app.route('/api/farmer', farmerPaths);
  app.route('/api/farmer', photoPaths);
  app.route('/api/farmer/products', farmerProductPaths);
  app.route('/api/farmer/orders', farmerOrderPaths);
  app.route('/api/buyer/orders', payPaths);
  app.route('/api/farmer/payments', farmerPaymentPaths);
  app.route('/api/payments', paymentCallbacks);
  app.all('/api/*', (c) => answerError(c, new AppError('NOT_FOUND')));

  app.route('/photos', photoFiles(services.photoStore));

  if (demo) app.route('/demo', demo);
  if (web) app.route('/', web);
  app.onError((error, c) => answerError(c, error));
  return app;
}
