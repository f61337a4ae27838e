import { createECDH, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PUSH_ENDPOINT_MAX } from '#rules/limits.ts';
import { SettingsError } from '../setting-formats.ts';

type PushTarget = { endpoint: string; p256dh: string; auth: string };

type PushMessage = {
  payload: string;
  ttlSeconds: number;
  urgency: 'normal' | 'high';
  /** At most 32 characters of base64url. A message replaces a pending one with the same topic. */
  topic: string;
};

/** `gone`: the subscription has ended. `later`: a retry may succeed. */
export type PushOutcome =
  | { kind: 'sent' | 'gone' }
  | { kind: 'later'; reason: string; retryAfterSeconds: number | null }
  | { kind: 'refused'; reason: string };

export type WebPush = {
  publicKey: string;
  isKnownService(endpoint: string): boolean;
  send(target: PushTarget, message: PushMessage): Promise<PushOutcome>;
};

export type VapidKeys = { publicKey: string; privateKey: string };
type Options = { keys: VapidKeys; subject: string; ownServices?: readonly string[] };

/** Loaded with the first message, to save memory. */
const library = () => import('web-push').then((module) => module.default);
type Library = Awaited<ReturnType<typeof library>>;

const TIMEOUT_MILLISECONDS = 10_000;
const SIGNATURE_SECONDS = 12 * 60 * 60;
const SIGNATURE_USED_MILLISECONDS = 60 * 60 * 1000;
/** There are few push services, but users can invent subdomains of some of them. */
const SIGNATURES_KEPT_MAX = 1000;

/**
 * RFC 8030, encrypted by RFC 8291 and signed by RFC 8292. fetch keeps connections open, follows no
 * redirects, and can ignore the response body.
 */
export function createWebPush({ keys, subject, ownServices = [] }: Options): WebPush {
  const signatures = new Map<string, { authorization: string; usedUntil: number }>();
  const signatureFor = (origin: string, webPush: Library) => {
    const now = Date.now();
    const kept = signatures.get(origin);
    if (kept && now < kept.usedUntil) return kept.authorization;
    const expiresAt = Math.floor(now / 1000) + SIGNATURE_SECONDS;
    const { publicKey, privateKey } = keys;
    const made = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
      expiresAt,
    );
    if (signatures.size >= SIGNATURES_KEPT_MAX) signatures.clear();
    signatures.set(origin, {
      authorization: made.Authorization,
      usedUntil: now + SIGNATURE_USED_MILLISECONDS,
    });
    return made.Authorization;
  };
  const isKnownService = (endpoint: string) => isKnownPushService(endpoint, ownServices);

  return {
    publicKey: keys.publicKey,
    isKnownService,
    async send({ endpoint, p256dh, auth }, { payload, ttlSeconds, urgency, topic }) {
      // The list of services may have shrunk since the browser subscribed.
      if (!isKnownService(endpoint)) return { kind: 'gone' };
      const webPush = await library();
      const { cipherText } = webPush.encrypt(p256dh, auth, payload, 'aes128gcm');
      const headers = {
        Authorization: signatureFor(new URL(endpoint).origin, webPush),
        'Content-Encoding': 'aes128gcm',
        'Content-Type': 'application/octet-stream',
        TTL: String(ttlSeconds),
        Urgency: urgency,
        Topic: topic,
      };
      return post(endpoint, { headers, body: new Uint8Array(cipherText) });
    },
  };
}

async function post(
  endpoint: string,
  request: { headers: Record<string, string>; body: Uint8Array<ArrayBuffer> },
) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MILLISECONDS);
    const response = await fetch(endpoint, {
      ...request,
      method: 'POST',
      redirect: 'manual',
      signal,
    });
    // An accepted message must not be sent again, even if the connection breaks now.
    response.body?.cancel().catch(() => {});
    return outcomeOf(response);
  } catch (error) {
    return {
      kind: 'later',
      reason: error instanceof Error ? error.message : 'no answer',
      retryAfterSeconds: null,
    } as const;
  }
}

function outcomeOf({ status, headers }: Response): PushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `it answered ${status}`;
  if (status !== 429 && status < 500) return { kind: 'refused', reason };
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return {
    kind: 'later',
    reason,
    retryAfterSeconds: Number.isFinite(seconds) && seconds >= 0 ? seconds : null,
  };
}

/** Browsers subscribe to one public key, so all processes share it. */
export async function keptVapidKeys(dataDir: string): Promise<VapidKeys> {
  const file = join(dataDir, 'vapid.json');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const { default: webPush } = await import('web-push');
    const unfinished = join(dataDir, `.vapid-${randomUUID()}`);
    writeFileSync(unfinished, JSON.stringify(webPush.generateVAPIDKeys()), {
      mode: 0o600,
      flush: true,
    });
    try {
      linkSync(unfinished, file);
    } catch (error) {
      // Another process has just written it.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    } finally {
      rmSync(unfinished);
    }
  }
  const keys = readKeys(readFileSync(file, 'utf8'));
  if (keys && isKeyPair(keys)) return keys;
  throw new SettingsError(
    `${file} holds no keys for notifications. Restore it, or delete it: then new ones are made, and everybody has to switch notifications on again.`,
  );
}

function readKeys(text: string): VapidKeys | null {
  try {
    const { publicKey, privateKey } = JSON.parse(text) as Partial<VapidKeys>;
    return typeof publicKey === 'string' && typeof privateKey === 'string'
      ? { publicKey, privateKey }
      : null;
  } catch {
    return null;
  }
}

/** Otherwise push services would refuse every notification. */
export function requireKeyPair(keys: VapidKeys): VapidKeys {
  if (isKeyPair(keys)) return keys;
  throw new SettingsError(
    'VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY: both must come from one call that generates them.',
  );
}

function isKeyPair({ publicKey, privateKey }: VapidKeys) {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(privateKey, 'base64url');
    return ecdh.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}

const serviceHosts = [
  'fcm.googleapis.com',
  'android.googleapis.com',
  'updates.push.services.mozilla.com',
];
/** Every subdomain is accepted. */
const serviceDomains = ['push.apple.com', 'notify.windows.com'];
const NAME_BELOW = new RegExp(
  `^(?:[a-z0-9-]+\\.)+(?:${serviceDomains.join('|').replaceAll('.', '\\.')})$`,
);
/** Other software could parse //host, /@host and /.host as part of the host. */
const PLAIN_PATH = /^\/[\w-]/;

const PRINTABLE_ASCII = /^[!-~]+$/;

/**
 * The server posts to every stored endpoint: an arbitrary one would let users make it call our own
 * network. `ownServices`: further origins that the installation allows.
 */
export function isKnownPushService(text: string, ownServices: readonly string[] = []) {
  if (!PRINTABLE_ASCII.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (canonicalEndpoint(text).length > PUSH_ENDPOINT_MAX) return false;
  if (url.username || url.password || !PLAIN_PATH.test(url.pathname)) return false;
  if (ownServices.includes(url.origin)) return true;
  // A default port is an empty string too.
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return serviceHosts.includes(url.hostname) || NAME_BELOW.test(url.hostname);
}

/**
 * Fragments and the case of the host don't matter, so that a browser that subscribes again is
 * found.
 */
export function canonicalEndpoint(text: string) {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  return url.href;
}
