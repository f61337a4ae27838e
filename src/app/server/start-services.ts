import { join } from 'node:path';
import { createEndedAccess, endAccessWith } from '#accounts/server/end-access.ts';
import { createPasswordHasher } from '#accounts/server/passwords.ts';
import { createMarketFeeds } from '#feeds/server/market-feeds.ts';
import { isReserved } from '#messages/server/reserved-queries.ts';
import { sendSmsNow } from '#notifications/server/send-sms.ts';
import { claimSms } from '#notifications/server/sms-causes.ts';
import { createOrderChanges } from '#orders/server/order-changes.ts';
import {
  isUserProven,
  readFarmStanding,
  sumBytesOfUnproven,
} from '#orders/server/proof-queries.ts';
import { withLedger } from '#photos/server/byte-ledger.ts';
import {
  createFolderStore,
  type FileStore,
  type PhotoStore,
  withSizesOnRequest,
} from '#photos/server/photo-store.ts';
import { createNominatim } from '#places/server/nominatim.ts';
import { observeAskedPrice, observePaidPrices } from '#prices/server/observation-queries.ts';
import { createCatalogueReads } from '#products/server/browse.ts';
import type { PriceRecords } from '#products/server/set-quantities.ts';
import { centsOf } from '#rules/amounts.ts';
import { DISK_KEPT_FREE_BYTES } from '#rules/limits.ts';
import { connectMpesa } from '#server/adapters/daraja.ts';
import type { Mailer } from '#server/adapters/mailer.ts';
import { connectSms } from '#server/adapters/sms.ts';
import { createWebPush, keptVapidKeys, requireKeyPair } from '#server/adapters/web-push.ts';
import { systemClock } from '#server/clock.ts';
import type { Settings } from '#server/config.ts';
import { createCallQueue } from '#server/context.ts';
import type { Connection } from '#server/database.ts';
import { connectPostgres } from '#server/db/connect-postgres.ts';
import { firstCause } from '#server/db/deadlines.ts';
import { nameLiveDatabase } from '#server/db/live-database-queries.ts';
import { holdsNoSlot } from '#server/fair-queue.ts';
import {
  holdMails,
  holdPushes,
  holdSms,
  type LiveDatabase,
  rememberLiveDatabase,
  watchLiveDatabase,
} from '#server/live-database.ts';
import { createMetrics, watchProcess } from '#server/metrics.ts';
import { countMessages } from '#server/outbox-queries.ts';
import { projectVersion } from '#server/project-root.ts';
import { createRateLimits } from '#server/rate-limits.ts';
import { createCatalogueChanges, createStoredAnswers } from '#server/stored-answers.ts';
import { deleteWebhooksOf } from '#webhooks/server/queries.ts';
import { createReceivers } from '#webhooks/server/receivers.ts';
import {
  notices,
  outboxHandlers,
  personalData,
  startFeatures,
  webhookSources,
} from '../features.ts';

const priceRecords: PriceRecords = {
  recordAsked: observeAskedPrice,
  recordPaid: observePaidPrices,
};

/** Services for features that must not import the feature that provides them. */
export const forLowerFeatures = {
  isProven: isUserProven,
  sumBytesOfUnproven,
  accountSms: { claim: claimSms, send: sendSmsNow },
  readFarmStanding,
  isReserved,
  priceRecords,
};

/*
 * Modules that only some installations use are imported on demand, so that others start sooner and
 * take less memory.
 */

export async function startServices(settings: Settings, log: Logger) {
  log.info(servicesInUse(settings), 'SokoShamba starts');
  for (const warning of settingsWarnings(settings)) log.warn(warning);
  const connection = await openDatabase(settings);
  const demo = settings.isDemo
    ? await (await import('#demo/create-demo.ts')).createDemo(ownAddress(settings))
    : undefined;
  if (demo) await nameLiveDatabase(connection.db, { paysOut: true, now: systemClock() });
  await rememberLiveDatabase(connection.db, { clock: systemClock, log });
  const live = watchLiveDatabase(connection.db, { clock: systemClock, log });
  const sms = connectSms(settings);
  const catalogueChanges = createCatalogueChanges(connection, { clock: systemClock });
  const photoStore = await openPhotoStore(settings);
  if (settings.PHOTO_STORE_URL) void warnIfUnreachable(photoStore, log);
  const endedAccess = createEndedAccess(settings.DATA_DIR, log);
  if (await live.isLive()) await endedAccess.begin(systemClock());
  const services: Services = {
    ...forLowerFeatures,
    endedAccess,
    endAccess: endAccessWith(deleteWebhooksOf, endedAccess),
    clock: systemClock,
    mailer: demo?.mailer ?? createMailer(settings, live, log),
    rateLimits: createRateLimits(connection.db, settings.APP_SECRET),
    passwords: createPasswordHasher(),
    calls: createCallQueue(),
    withoutSlot: holdsNoSlot,
    catalogueReads: createCatalogueReads(connection),
    catalogueChanges,
    storedAnswers: createStoredAnswers(catalogueChanges),
    marketFeeds: createMarketFeeds({
      folder: join(settings.DATA_DIR, 'answers'),
      clock: systemClock,
    }),
    geocoder: createGeocoder(connection.db, settings),
    photoStore: withSizesOnRequest(demo ? demo.withPhotos(photoStore) : photoStore),
    uploadFolder: join(settings.DATA_DIR, 'photos', 'tmp'),
    log,
    metrics: createMetrics(),
    secret: settings.APP_SECRET,
    support: {
      email: settings.SUPPORT_EMAIL,
      phone: settings.SUPPORT_PHONE,
      location: settings.SUPPORT_LOCATION,
      ussdCode: demo?.ussdCode ?? settings.USSD_CODE,
    },
    publicUrl: settings.PUBLIC_URL,
    mpesa: demo?.mpesa ?? connectMpesa(settings),
    sms: demo?.sms ?? (sms && holdSms(sms, live)),
    limits: {
      maxPendingOrders: settings.MAX_PENDING_ORDERS,
      mpesaMaxKes: settings.MPESA_MAX_KES,
      mpesaSweepSeconds: settings.MPESA_SWEEP_SECONDS,
      smsBudgetKes: settings.SMS_BUDGET_KES_PER_DAY,
    },
    webPush: holdPushes(
      createWebPush({
        keys: settings.vapidKeys
          ? requireKeyPair(settings.vapidKeys)
          : await keptVapidKeys(settings.DATA_DIR),
        subject: `mailto:${settings.SUPPORT_EMAIL}`,
        ownServices: settings.pushServices,
      }),
      live,
    ),
    orderChanges: createOrderChanges(connection),
    operatorSettings: {
      keyNames: settings.operators.map(({ name }) => name),
      twoPeopleAboveCents: centsOf(settings.PAYOUT_TWO_PEOPLE_ABOVE_KES),
      logEmail: settings.OPERATOR_LOG_EMAIL ?? null,
      logFolder: settings.DATA_DIR,
      shortcodes: {
        payments: settings.MPESA_SHORTCODE ?? null,
        payouts: settings.MPESA_B2C_SHORTCODE ?? null,
      },
    },
    receivers: createReceivers({ ownReceivers: settings.webhookReceivers }),
    webhookSources,
    notices,
    outbox: outboxHandlers,
    personalData,
  };
  if (settings.DATABASE_URL && !settings.vapidKeys) {
    log.warn(
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are not set: if there are other servers, push services will refuse their notifications.',
    );
  }
  watchProcess(services.metrics, connection, () => countMessages(connection.db));
  if (demo) await (await import('#demo/seed-demo.ts')).openDemoMarket(connection.db, services);
  const running = await startFeatures(connection.db, {
    ...services,
    live,
    listen: connection.listen,
    dataFolder: settings.DATA_DIR,
    operators: settings.operators,
  });
  return {
    connection,
    services,
    ...(demo && { demo: demo.pages }),
    closeStreams: () => services.orderChanges.close(),
    async stop() {
      await running.stop();
      await demo?.stop();
      services.mailer.close();
      await connection.close();
    },
  };
}

async function openDatabase({
  DATABASE_URL,
  DATABASE_DIRECT_URL: directUrl,
  DATA_DIR,
}: Settings): Promise<Connection> {
  if (DATABASE_URL) return connectPostgres(DATABASE_URL, { directUrl });
  const { openEmbedded } = await import('#server/db/open-embedded.ts');
  return openEmbedded(DATA_DIR);
}

async function openPhotoStore(settings: Settings): Promise<PhotoStore> {
  return withLedger(await openFileStore(settings), { ...forLowerFeatures, clock: systemClock });
}

async function openFileStore({ PHOTO_STORE_URL, DATA_DIR }: Settings): Promise<FileStore> {
  if (!PHOTO_STORE_URL)
    return createFolderStore(join(DATA_DIR, 'photos'), { keptFreeBytes: DISK_KEPT_FREE_BYTES });
  const { createObjectStore } = await import('#photos/server/object-store.ts');
  return createObjectStore(PHOTO_STORE_URL);
}

/** A store may start after the server. */
async function warnIfUnreachable(photoStore: PhotoStore, log: Logger) {
  try {
    await photoStore.exists('reachable');
  } catch (error) {
    log.warn(
      `The photo store of PHOTO_STORE_URL cannot be used: ${firstCause(error)}. Until it can, no photo is stored or shown.`,
    );
  }
}

const ownAddress = ({ HOST, PORT }: Settings) =>
  `http://${HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST}:${PORT}`;

function createMailer(settings: Settings, live: LiveDatabase, log: Logger): Mailer {
  let opening: Promise<Mailer> | undefined;
  return {
    async send(mail) {
      opening ??= openMailer(settings, live, log);
      return (await opening).send(mail);
    },
    close: () => void opening?.then((mailer) => mailer.close()),
  };
}

async function openMailer(
  { SMTP_URL, MAIL_FROM, DATA_DIR }: Settings,
  live: LiveDatabase,
  log: Logger,
): Promise<Mailer> {
  if (SMTP_URL) {
    const { createSmtpMailer } = await import('#server/adapters/mailer.ts');
    return holdMails(createSmtpMailer({ url: SMTP_URL, from: MAIL_FROM }), live);
  }
  // These files reach nobody. On a practice copy codes can be read there.
  const { createFileMailer } = await import('#server/adapters/mailer.ts');
  return createFileMailer({ folder: join(DATA_DIR, 'outbox'), from: MAIL_FROM, log });
}

function createGeocoder(db: Database, { GEOCODER_URL: url, PUBLIC_URL }: Settings) {
  if (!url) return null;
  return createNominatim(db, {
    url,
    userAgent: `SokoShamba/${projectVersion} (+${PUBLIC_URL})`,
    clock: systemClock,
  });
}

export function settingsWarnings(settings: Settings) {
  const { NODE_ENV, SMTP_URL, PUBLIC_URL, SUPPORT_PHONE, DATA_DIR } = settings;
  const isLive = NODE_ENV === 'production';
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(PUBLIC_URL).hostname);
  return [
    isLive &&
      !SMTP_URL &&
      `SMTP_URL is not set: mails and their codes reach nobody, they become files in ${DATA_DIR}/outbox.`,
    isLive &&
      isLocal &&
      `PUBLIC_URL is this machine: links in mails lead to ${PUBLIC_URL}, and M-Pesa cannot call back.`,
    SUPPORT_PHONE === '' &&
      'SUPPORT_PHONE is not set: people are given no number to call when they need help.',
  ].filter((warning) => warning !== false);
}

export const servicesInUse = (settings: Settings) => ({
  database: settings.DATABASE_URL ? 'postgres' : 'embedded',
  mail: settings.SMTP_URL !== undefined,
  sms: settings.SMS_BASE_URL !== undefined,
  mpesa: settings.MPESA_BASE_URL !== undefined,
  payouts: settings.MPESA_B2C_SHORTCODE !== undefined,
  push: settings.vapidKeys ? 'own keys' : 'generated keys',
  photoStore: settings.PHOTO_STORE_URL ? 'S3' : 'folder',
  demo: settings.isDemo,
});
