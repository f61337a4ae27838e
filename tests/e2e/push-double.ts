import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { APIRequestContext, BrowserContext, CDPSession, Page } from 'playwright/test';
import type { Subscribe } from '#notifications/contract.ts';
import { startPushService } from '#tests/setup/servers/push-service.ts';
import { TEST_VAPID_KEYS } from '#tests/setup/vapid-keys.ts';

export type MadeSubscription = Subscribe & { device: string };

/**
 * A push service double that decrypts what the server sends to it, and an HTTP server from which
 * the tests' processes get subscriptions and read what was delivered to each.
 */
export async function startPushDouble() {
  const service = await startPushService();
  const control = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const device = searchParams.get('device');
    const delivered = () =>
      service.delivered.filter((one) => one.device === device).map(({ message }) => message);
    const answer = pathname === '/subscription' ? service.makeSubscription() : delivered();
    response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
  return {
    controlUrl: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    serverSettings: {
      PUSH_SERVICES: service.origin,
      VAPID_PUBLIC_KEY: TEST_VAPID_KEYS.publicKey,
      VAPID_PRIVATE_KEY: TEST_VAPID_KEYS.privateKey,
    },
    async stop() {
      control.closeAllConnections();
      await new Promise((resolve) => control.close(resolve));
      await service.stop();
    },
  };
}

export const deliveredTo = async (
  request: APIRequestContext,
  { device }: MadeSubscription,
): Promise<Record<string, string>[]> =>
  (await request.get(`${process.env.E2E_PUSH_URL}/delivered`, { params: { device } })).json();

/**
 * Lets a context's browser subscribe at the double. Chromium would ask Google's service, which
 * tests cannot reach, so these few methods of PushManager are replaced; the permission, the service
 * worker and its notifications are the browser's own.
 */
export async function subscribeAtDouble(
  context: BrowserContext,
  request: APIRequestContext,
): Promise<MadeSubscription> {
  await context.grantPermissions(['notifications']);
  const made: MadeSubscription = await (
    await request.get(`${process.env.E2E_PUSH_URL}/subscription`)
  ).json();
  await context.addInitScript((subscription) => {
    const KEY = 'subscribedAtDouble';
    const current = () => {
      const key = localStorage.getItem(KEY);
      if (key === null) return null;
      return {
        endpoint: subscription.endpoint,
        options: { applicationServerKey: Uint8Array.from(key.split(','), Number).buffer },
        toJSON: () => ({ endpoint: subscription.endpoint, keys: subscription.keys }),
        unsubscribe: async () => {
          localStorage.removeItem(KEY);
          return true;
        },
      };
    };
    Object.assign(PushManager.prototype, {
      getSubscription: async () => current(),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
        localStorage.setItem(KEY, String(applicationServerKey));
        return current();
      },
    });
  }, made);
  return made;
}

/** Delivers a message to the page's service worker as the browser does for its push service. */
export async function deliver(page: Page, message: object): Promise<void> {
  // A message to a worker that is not active yet is lost.
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state === 'activating')
      await new Promise((resolve) => active.addEventListener('statechange', resolve));
  });
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
}

export const shownNotifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const shown = (await registration?.getNotifications()) ?? [];
    return shown.map(({ title, body, tag }) => ({ title, body, tag }));
  });

/**
 * Taps the visible notification. The browser offers no way to do it, so the worker gets the event
 * that a tap causes.
 */
export async function tapNotification(page: Page): Promise<void> {
  const context = page.context();
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  await worker.evaluate(async () => {
    const scope = self as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await scope.registration.getNotifications();
    const { NotificationEvent } = self as unknown as {
      NotificationEvent: new (
        type: string,
        init: { notification: Notification | undefined },
      ) => Event;
    };
    const tapped = new NotificationEvent('notificationclick', { notification });
    // waitUntil works only on an event of the browser's own.
    await new Promise((done) => {
      Object.defineProperty(tapped, 'waitUntil', {
        value: (work: Promise<unknown>) => work.then(done, done),
      });
      self.dispatchEvent(tapped);
    });
  });
}
