import { join } from 'node:path';
import { createEndedAccess, endAccessWith } from '#accounts/server/end-access.ts';
import { findSession, openWithKey } from '#accounts/server/manage-sessions.ts';
import { createPasswordHasher } from '#accounts/server/passwords.ts';
import { notices, outboxHandlers, personalData, webhookSources } from '#app/features.ts';
import { createApp } from '#app/server/app.ts';
import { createCaller } from '#app/server/app-router.ts';
import { forLowerFeatures } from '#app/server/start-services.ts';
import { createMarketFeeds } from '#feeds/server/market-feeds.ts';
import { pushes } from '#notifications/server/push.ts';
import { otherSms, urgentSms } from '#notifications/server/send-sms.ts';
import { createOrderChanges } from '#orders/server/order-changes.ts';
import { withLedger } from '#photos/server/byte-ledger.ts';
import { createFolderStore, withSizesOnRequest } from '#photos/server/photo-store.ts';
import { createCatalogueReads } from '#products/server/browse.ts';
import { SMS_BUDGET_KES_DEFAULT } from '#rules/limits.ts';
import { KEY_PREFIX } from '#rules/role.ts';
import type { Mail, Mailer } from '#server/adapters/mailer.ts';
import { createWebPush } from '#server/adapters/web-push.ts';
import { createCallQueue } from '#server/context.ts';
import type { Connection } from '#server/database.ts';
import { holdsNoSlot } from '#server/fair-queue.ts';
import { createLog } from '#server/log.ts';
import { createMetrics } from '#server/metrics.ts';
import { handleMessage, type Lane, outboxLanes, takeMessages } from '#server/outbox.ts';
import { createRateLimits } from '#server/rate-limits.ts';
import { createCatalogueChanges, createStoredAnswers } from '#server/stored-answers.ts';
import { withDescribedAnswers } from '#tests/setup/answers/described-answers.ts';
import { deleteWebhooksOf } from '#webhooks/server/queries.ts';
import { createReceivers } from '#webhooks/server/receivers.ts';
import { dataFolder, emptyPhotoFolder, photoFolder } from './photo-folder.ts';
import { TEST_VAPID_KEYS } from './vapid-keys.ts';

const alwaysLive = { isLive: async () => true };

export const TEST_SECRET = 'a secret for tests, of more than thirty-two characters';
const LOW_PASSWORD_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
export const START = new Date('2026-03-02T06:00:00Z');

type CallerOptions = {
  token?: string;
  clientAddress?: string;
  language?: Language;
  deviceToken?: string;
  idempotencyKey?: string | undefined;
};

/** With `keepsFiles`, the files of an earlier server stay. */
export async function makeMarket(given?: Connection, { keepsFiles = false } = {}) {
  // Imported on demand, because it needs vitest, and the simulator runs without it.
  const connection = given ?? (await (await import('./test-database.ts')).emptyTestDatabase());
  if (!keepsFiles) emptyPhotoFolder();
  let now = START;
  const mailbox: Mail[] = [];
  const logged: string[] = [];
  const outage = { mail: false };
  const mailer: Mailer = {
    async send(mail) {
      if (outage.mail) throw new Error('the mail server refuses');
      mailbox.push(mail);
    },
    close: () => {},
  };
  const catalogueChanges = createCatalogueChanges(connection, { clock: () => now });
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  const endedAccess = createEndedAccess(dataFolder, log);
  await endedAccess.begin(now);
  const services: Services = {
    ...forLowerFeatures,
    endedAccess,
    endAccess: endAccessWith(deleteWebhooksOf, endedAccess),
    clock: () => now,
    mailer,
    rateLimits: createRateLimits(connection.db, TEST_SECRET),
    passwords: createPasswordHasher(LOW_PASSWORD_COST),
    calls: createCallQueue({ waitMilliseconds: 60_000 }),
    withoutSlot: holdsNoSlot,
    catalogueReads: createCatalogueReads(connection),
    catalogueChanges,
    storedAnswers: createStoredAnswers(catalogueChanges),
    marketFeeds: createMarketFeeds({ folder: join(photoFolder, 'answers'), clock: () => now }),
    geocoder: null,
    photoStore: withSizesOnRequest(
      withLedger(createFolderStore(photoFolder), { ...forLowerFeatures, clock: () => now }),
    ),
    uploadFolder: join(photoFolder, 'tmp'),
    log,
    metrics: createMetrics(),
    secret: TEST_SECRET,
    support: {
      email: 'help@test.example',
      phone: '+254 700 000 000',
      location: 'Nairobi',
      ussdCode: '*384*77#',
    },
    publicUrl: 'http://localhost:3000',
    webPush: createWebPush({ keys: TEST_VAPID_KEYS, subject: 'mailto:help@test.example' }),
    orderChanges: createOrderChanges(connection),
    operatorSettings: {
      keyNames: ['juma'],
      twoPeopleAboveCents: 2_000_000,
      logEmail: null,
      logFolder: photoFolder,
      shortcodes: { payments: null, payouts: null },
    },
    receivers: createReceivers(),
    webhookSources,
    notices,
    outbox: outboxHandlers,
    personalData,
    mpesa: null,
    sms: null,
    limits: {
      maxPendingOrders: 80,
      mpesaMaxKes: 250_000,
      mpesaSweepSeconds: 60,
      smsBudgetKes: SMS_BUDGET_KES_DEFAULT,
    },
  };
  const workThrough = (isWanted: (name: string) => boolean) =>
    workThroughLanes(connection, ({ name }) => isWanted(name), services);
  return {
    connection,
    db: connection.db,
    services,
    mailbox,
    logged,
    outage,
    ...clients(connection, services),
    lastCode(email: string): string {
      const codes = mailbox.flatMap(({ to, text }) =>
        to.toLowerCase() === email.toLowerCase() ? (/^\d{6}$/m.exec(text)?.[0] ?? []) : [],
      );
      const code = codes.at(-1);
      if (!code) throw new Error(`No mail to ${email} holds a code`);
      return code;
    },
    /** For what runs in the background. */
    running: () => ({ ...services, live: alwaysLive, listen: connection.listen }),
    advance: (seconds: number) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
    runOutbox: () =>
      workThrough((name) => ![pushes, urgentSms, otherSms].some((lane) => lane.name === name)),
    async runSms() {
      let sent = 0;
      for (const lane of [urgentSms, otherSms]) {
        const sendNext = () => workThrough((name) => name === lane.name);
        for (let count = await sendNext(); count > 0; count = await sendNext()) sent += count;
      }
      return sent;
    },
    runPushes: () => workThrough((name) => name === pushes.name),
  };
}

async function workThroughLanes(
  { db }: Connection,
  isWanted: (lane: Lane) => boolean,
  services: Services,
): Promise<number> {
  const wanted = outboxLanes(services.outbox)
    .filter(isWanted)
    .map((lane) => ({ lane, limit: lane.atOnce }));
  const { taken } = await takeMessages(db, wanted, services);
  await Promise.all(taken.map((one) => handleMessage(db, one, services)));
  return taken.length;
}

export type Market = Awaited<ReturnType<typeof makeMarket>>;

function clients(connection: Connection, services: Services) {
  const { db } = connection;
  const app = withDescribedAnswers(
    createApp({
      connection,
      services,
      findClientAddress: (_, forwardedFor) => forwardedFor ?? '127.0.0.1',
      tileUrl: 'https://tiles.test.example/{z}/{x}/{y}.png',
    }),
  );
  return {
    app,
    caller: ({ token, clientAddress, language, deviceToken, idempotencyKey }: CallerOptions = {}) =>
      createCaller({
        db,
        services,
        withoutSlot: services.withoutSlot,
        views: [],
        clientAddress: clientAddress ?? '127.0.0.1',
        language: language ?? 'en',
        device: 'Chrome, Android',
        deviceToken,
        idempotencyKey,
        bearer: token,
        session: async (scopes) => {
          if (token?.startsWith(KEY_PREFIX))
            return openWithKey(db, { key: token, scopes, now: services.clock() });
          return token ? findSession(db, token, services.clock()) : null;
        },
      }),
    request: (path: string, { token, body, headers, method }: RequestOptions = {}) =>
      app.request(path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token && { authorization: `Bearer ${token}` }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
  };
}

type RequestOptions = {
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  method?: string;
};

export const wrongCode = (right: string, offset = 1) =>
  String((Number(right) + offset) % 1_000_000).padStart(6, '0');
