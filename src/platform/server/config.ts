import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import {
  MAX_PENDING_ORDERS_DEFAULT,
  MPESA_MAX_KES_DEFAULT,
  MPESA_SWEEP_SECONDS_DEFAULT,
  PAYOUT_TWO_PEOPLE_ABOVE_KES_DEFAULT,
  SMS_BUDGET_KES_DEFAULT,
  STOP_DELAY_SECONDS_DEFAULT,
} from '#rules/limits.ts';
import type { VapidKeys } from './adapters/web-push.ts';
import {
  countAbove,
  httpOrigins,
  httpUrl,
  mailSender,
  type OperatorKey,
  operatorsSetting,
  parseOperators,
  portNumber,
  postgresUrl,
  SettingsError,
  setting,
  shortcode,
  smsSender,
  splitList,
  stopDelay,
  ussdCode,
} from './setting-formats.ts';

/** As far as we know, this number is unassigned. */
const PLACEHOLDER_PHONE = '+254 700 000 000';
const OPENSTREETMAP_TILES = 'https://tile.openstreetmap.org/{z}/{x}/{y}.png';

const environment = z.object({
  NODE_ENV: setting,
  PORT: z._default(portNumber, 3000),
  HOST: setting,
  PUBLIC_URL: z.optional(httpUrl),
  DATABASE: z.optional(z.literal('embedded', 'must be embedded, or unset')),
  DATABASE_URL: z.optional(postgresUrl),
  DATABASE_DIRECT_URL: z.optional(postgresUrl),
  DATA_DIR: setting,
  APP_SECRET: z.optional(z.string().check(z.minLength(32, 'must have at least 32 characters'))),
  SMTP_URL: z.optional(
    z.url({ protocol: /^smtps?$/, error: 'must be a URL that begins with smtp:// or smtps://' }),
  ),
  MAIL_FROM: z._default(mailSender, 'SokoShamba <no-reply@sokoshamba.example>'),
  SUPPORT_EMAIL: z._default(z.string(), 'support@sokoshamba.example'),
  SUPPORT_PHONE: setting,
  SUPPORT_LOCATION: z._default(z.string(), 'Nairobi, Kenya'),
  TILE_URL: z._default(httpUrl, OPENSTREETMAP_TILES),
  GEOCODER_URL: z.optional(httpUrl),
  MPESA_BASE_URL: z.optional(httpUrl),
  MPESA_CONSUMER_KEY: setting,
  MPESA_CONSUMER_SECRET: setting,
  MPESA_SHORTCODE: z.optional(shortcode),
  MPESA_PASSKEY: setting,
  MPESA_B2C_SHORTCODE: z.optional(shortcode),
  MPESA_B2C_INITIATOR: setting,
  MPESA_B2C_SECURITY_CREDENTIAL: setting,
  MPESA_SWEEP_SECONDS: z._default(countAbove(1), MPESA_SWEEP_SECONDS_DEFAULT),
  MPESA_MAX_KES: z._default(countAbove(1), MPESA_MAX_KES_DEFAULT),
  MAX_PENDING_ORDERS: z._default(countAbove(1), MAX_PENDING_ORDERS_DEFAULT),
  STOP_DELAY_SECONDS: z._default(stopDelay, STOP_DELAY_SECONDS_DEFAULT),
  TRUSTED_PROXIES: z._default(z.string(), ''),
  LOG_LEVEL: z._default(
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'must be fatal, error, warn, info, debug or silent',
    ),
    'info',
  ),
  PHOTO_STORE_URL: z.optional(httpUrl),
  VAPID_PUBLIC_KEY: z.optional(
    z.string().check(z.regex(/^B[\w-]{86}$/, 'must be a key of 87 characters, base64url')),
  ),
  VAPID_PRIVATE_KEY: z.optional(
    z.string().check(z.regex(/^[\w-]{43}$/, 'must be a key of 43 characters, base64url')),
  ),
  PUSH_SERVICES: z._default(httpOrigins, ''),
  WEBHOOK_RECEIVERS: z._default(httpOrigins, ''),
  SMS_BASE_URL: z.optional(httpUrl),
  SMS_USERNAME: setting,
  SMS_API_KEY: setting,
  SMS_SENDER: z.optional(smsSender),
  SMS_CALLBACK_SECRET: z.optional(
    z.string().check(z.minLength(16, 'must have at least 16 characters')),
  ),
  USSD_CODE: z._default(ussdCode, ''),
  SMS_BUDGET_KES_PER_DAY: z._default(countAbove(1), SMS_BUDGET_KES_DEFAULT),
  OPERATORS: operatorsSetting,
  OPERATOR_LOG_EMAIL: z.optional(z.email('must be an email address')),
  PAYOUT_TWO_PEOPLE_ABOVE_KES: z._default(countAbove(0), PAYOUT_TWO_PEOPLE_ABOVE_KES_DEFAULT),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, 'must have at least 16 characters'))),
  DEMO: z._default(z.enum(['on', 'off'], 'must be on or off'), 'off'),
});

export const settingNames = Object.keys(environment.shape);

export type Settings = Omit<
  z.infer<typeof environment>,
  | 'HOST'
  | 'PUBLIC_URL'
  | 'DATABASE'
  | 'SUPPORT_PHONE'
  | 'DATA_DIR'
  | 'APP_SECRET'
  | 'DEMO'
  | 'TRUSTED_PROXIES'
  | 'OPERATORS'
  | 'VAPID_PUBLIC_KEY'
  | 'VAPID_PRIVATE_KEY'
  | 'PUSH_SERVICES'
  | 'WEBHOOK_RECEIVERS'
> & {
  /** Null: generated and stored in DATA_DIR. */
  vapidKeys: VapidKeys | null;
  pushServices: string[];
  /** Origins that may get webhooks although they are internal or lack TLS. */
  webhookReceivers: string[];
  HOST: string;
  PUBLIC_URL: string;
  /** Empty if users may send texts instead. */
  SUPPORT_PHONE: string;
  DATA_DIR: string;
  APP_SECRET: string;
  isDemo: boolean;
  trustedProxies: string[];
  operators: OperatorKey[];
};

export function readSettings(variables: NodeJS.ProcessEnv): Settings {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SettingsError(`The setting ${issue?.path.join('.')} ${issue?.message}.`);
  }
  const {
    HOST,
    PUBLIC_URL,
    SUPPORT_PHONE,
    DATABASE,
    DATA_DIR,
    APP_SECRET,
    DEMO,
    TRUSTED_PROXIES,
    OPERATORS,
    ...others
  } = parsed.data;
  requireAllOrNone(vapidSettings, others);
  const {
    VAPID_PUBLIC_KEY: publicKey,
    VAPID_PRIVATE_KEY: privateKey,
    PUSH_SERVICES,
    WEBHOOK_RECEIVERS,
    ...rest
  } = others;
  if (rest.DATABASE_DIRECT_URL && !rest.DATABASE_URL)
    throw new SettingsError(
      'DATABASE_DIRECT_URL needs a DATABASE_URL: it leads past the pooler to which that one leads.',
    );
  if (DATABASE && rest.DATABASE_URL)
    throw new SettingsError('DATABASE=embedded and DATABASE_URL name two databases. Unset one.');
  if (rest.NODE_ENV === 'production' && !DATABASE && !rest.DATABASE_URL)
    throw new SettingsError(
      'With NODE_ENV=production, set DATABASE_URL, or DATABASE=embedded for the embedded database in DATA_DIR.',
    );
  requireAllOrNone(pushSettings, rest);
  requireAllOrNone(payoutSettings, rest);
  requireAllOrNone(smsSettings, rest);
  if (rest.MPESA_B2C_SHORTCODE && !rest.MPESA_SHORTCODE)
    throw new SettingsError(
      `Payouts by M-Pesa need payments by M-Pesa: set ${pushSettings.join(', ')} too.`,
    );
  const isDemo = DEMO === 'on';
  if (isDemo && (rest.NODE_ENV === 'production' || rest.DATABASE_URL)) {
    throw new SettingsError(
      'DEMO=on shows mails and codes to anyone: it does not run with NODE_ENV=production or a DATABASE_URL. Unset one of them.',
    );
  }
  if (!APP_SECRET && rest.NODE_ENV === 'production' && rest.DATABASE_URL) {
    throw new SettingsError(
      'Set APP_SECRET to a random text of 32 characters or more: it keys the one-time codes, and every process needs the same.',
    );
  }
  const reachesPeople = rest.NODE_ENV === 'production' || rest.SMS_BASE_URL !== undefined;
  const dataDir = DATA_DIR ?? (isDemo ? './data/demo' : './data');
  return {
    ...rest,
    isDemo,
    // The demo shows every code, so it listens to the network only if HOST is set.
    HOST: HOST ?? (isDemo ? '127.0.0.1' : '0.0.0.0'),
    PUBLIC_URL: (PUBLIC_URL ?? `http://localhost:${rest.PORT}`).replace(/\/+$/, ''),
    SUPPORT_PHONE: SUPPORT_PHONE ?? (reachesPeople ? '' : PLACEHOLDER_PHONE),
    DATA_DIR: dataDir,
    APP_SECRET: APP_SECRET ?? keptSecret(dataDir),
    vapidKeys: publicKey && privateKey ? { publicKey, privateKey } : null,
    pushServices: splitList(PUSH_SERVICES),
    webhookReceivers: splitList(WEBHOOK_RECEIVERS),
    trustedProxies: splitList(TRUSTED_PROXIES),
    operators: parseOperators(OPERATORS),
  };
}

const pushSettings = [
  'MPESA_BASE_URL',
  'MPESA_CONSUMER_KEY',
  'MPESA_CONSUMER_SECRET',
  'MPESA_SHORTCODE',
  'MPESA_PASSKEY',
] as const;
const vapidSettings = ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] as const;
const payoutSettings = [
  'MPESA_B2C_SHORTCODE',
  'MPESA_B2C_INITIATOR',
  'MPESA_B2C_SECURITY_CREDENTIAL',
] as const;
const smsSettings = [
  'SMS_BASE_URL',
  'SMS_USERNAME',
  'SMS_API_KEY',
  'SMS_SENDER',
  'SMS_CALLBACK_SECRET',
] as const;

/** A partial set would fail only at the first payment. */
function requireAllOrNone<T extends string>(
  names: readonly T[],
  given: { [K in T]?: string | undefined },
) {
  const missing = names.filter((name) => !given[name]);
  if (missing.length > 0 && missing.length < names.length) {
    throw new SettingsError(
      `Of ${names.join(', ')} all are needed or none. Still to set: ${missing.join(', ')}.`,
    );
  }
}

const EMPTY_DATABASE_BYTES = 64 * 1024 * 1024;

export function requireDataFolder(dataDir: string, databaseUrl?: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new SettingsError(`DATA_DIR cannot be written (${(error as Error).message}).`);
  }
  // With PostgreSQL, the server starts on a full disk and refuses uploads.
  const { bavail, bsize } = statfsSync(dataDir);
  if (!databaseUrl && bavail * bsize < EMPTY_DATABASE_BYTES)
    throw new SettingsError(`The disk of DATA_DIR (${dataDir}) is full.`);
}

function keptSecret(dataDir: string) {
  const file = join(dataDir, 'secret');
  if (!existsSync(file)) {
    requireDataFolder(dataDir);
    try {
      writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process has just written it.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  return readFileSync(file, 'utf8').trim();
}

export type Support = { email: string; phone: string; location: string; ussdCode: string };

export type Limits = {
  maxPendingOrders: number;
  mpesaMaxKes: number;
  mpesaSweepSeconds: number;
  smsBudgetKes: number;
};
