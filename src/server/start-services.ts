import { join } from 'node:path';
import { sendPasswordChanged } from './accounts/send-password-changed.ts';
import { sendPhoneNumberChanged } from './accounts/send-phone-number-changed.ts';
import { sendResetCode } from './accounts/send-reset-code.ts';
import { systemClock } from './clock.ts';
import { type Connection, connectPostgres, type Database, openEmbedded } from './db/connect.ts';
import { startPruning } from './db/prune.ts';
import { createDemo } from './demo/create-demo.ts';
import { demoLogins } from './demo/logins.ts';
import { seedDemo } from './demo/seed-demo.ts';
import type { Settings } from './env.ts';
import type { Logger } from './log.ts';
import { createFileMailer } from './mail/file-mailer.ts';
import { createSmtpMailer } from './mail/smtp-mailer.ts';
import { startOutbox } from './outbox/start-outbox.ts';
import type { OutboxHandlers } from './outbox/work-through-outbox.ts';
import { createDaraja } from './payments/daraja.ts';
import type { Mpesa } from './payments/mpesa.ts';
import { createFolderStore } from './photos/folder-store.ts';
import { startPhotoSweep } from './photos/start-photo-sweep.ts';
import { createNominatim } from './places/nominatim.ts';
import { projectVersion } from './project-root.ts';
import { createRateLimits } from './rate-limits.ts';
import type { Services } from './services.ts';

/** Opens the database and makes every service from the settings; `stop` ends them in the order that loses nothing. */
export async function startServices(settings: Settings, log: Logger) {
  const connection = settings.DATABASE_URL ? await connectPostgres(settings.DATABASE_URL) : await openEmbedded(settings.DATA_DIR);
  const demo = settings.isDemo ? createDemo() : undefined;
  const services: Services = {
    clock: systemClock,
    mailer: demo?.mailer ?? createMailer(settings, log),
    rateLimits: createRateLimits(connection.db, settings.APP_SECRET),
    geocoder: createGeocoder(connection.db, settings),
    photoStore: createFolderStore(join(settings.DATA_DIR, 'photos')),
    uploadFolder: join(settings.DATA_DIR, 'photos', 'tmp'),
    log,
    secret: settings.APP_SECRET,
    support: { email: settings.SUPPORT_EMAIL, phone: settings.SUPPORT_PHONE, location: settings.SUPPORT_LOCATION },
    publicUrl: settings.PUBLIC_URL,
    mpesa: createMpesa(settings),
    limits: {
      maxPendingOrders: settings.MAX_PENDING_ORDERS,
      mpesaMaxKes: settings.MPESA_MAX_KES,
      mpesaSweepSeconds: settings.MPESA_SWEEP_SECONDS,
    },
  };
  if (demo) await openDemoMarket(connection.db, services);
  const outbox = startOutbox(connection.db, outboxHandlers(connection, services), services);
  const pruning = startPruning(connection.db, services);
  const photoSweep = startPhotoSweep(connection.db, services);
  return {
    connection,
    services,
    ...(demo && { demo: demo.pages }),
    async stop() {
      pruning.stop();
      await photoSweep.stop();
      await outbox.stop();
      services.mailer.close();
      await connection.close();
    },
  };
}

async function openDemoMarket(db: Database, services: Services) {
  await seedDemo(db, services);
  const { farmer, buyer, password } = demoLogins;
  services.log.info(`The demo's logins: ${farmer} and ${buyer}, both with the password ${password}`);
}

function createMailer({ SMTP_URL, MAIL_FROM, DATA_DIR }: Settings, log: Logger) {
  if (SMTP_URL) return createSmtpMailer({ url: SMTP_URL, from: MAIL_FROM });
  return createFileMailer({ folder: join(DATA_DIR, 'outbox'), from: MAIL_FROM, log });
}

function createGeocoder(db: Database, { GEOCODER_URL: url, PUBLIC_URL }: Settings) {
  if (!url) return null;
  return createNominatim(db, { url, userAgent: `SokoShamba/${projectVersion} (+${PUBLIC_URL})`, clock: systemClock });
}

function createMpesa(settings: Settings): Mpesa | null {
  const { MPESA_BASE_URL, MPESA_CONSUMER_KEY, MPESA_CONSUMER_SECRET, MPESA_SHORTCODE, MPESA_PASSKEY } = settings;
  if (!(MPESA_BASE_URL && MPESA_CONSUMER_KEY && MPESA_CONSUMER_SECRET && MPESA_SHORTCODE && MPESA_PASSKEY)) return null;
  const { MPESA_B2C_SHORTCODE: shortcode, MPESA_B2C_INITIATOR: initiator, MPESA_B2C_SECURITY_CREDENTIAL: credential } = settings;
  return createDaraja({
    baseUrl: MPESA_BASE_URL.replace(/\/+$/, ''),
    consumerKey: MPESA_CONSUMER_KEY,
    consumerSecret: MPESA_CONSUMER_SECRET,
    shortcode: MPESA_SHORTCODE,
    passkey: MPESA_PASSKEY,
    payouts: shortcode && initiator && credential ? { shortcode, initiator, securityCredential: credential } : null,
    callbackBase: settings.PUBLIC_URL,
    clock: systemClock,
  });
}

/** Who does what the outbox asks for: the one place where it meets the workshops to its right. */
export const outboxHandlers = ({ db }: Pick<Connection, 'db'>, services: Services): OutboxHandlers => ({
  resetCode: (payload) => sendResetCode(db, payload, services),
  passwordChanged: (payload) => sendPasswordChanged(db, payload, services),
  phoneNumberChanged: (payload) => sendPhoneNumberChanged(db, payload, services),
});
