import * as z from 'zod/mini';
import { ID_MAX, PUSH_ENDPOINT_MAX } from '#rules/limits.ts';
import { fieldError } from './fields.ts';

const endpoint = z
  .string(fieldError('fieldInvalid'))
  .check(z.maxLength(PUSH_ENDPOINT_MAX, fieldError('fieldTooLong')));

/** Both are base64url: an uncompressed point on curve P-256, and 16 bytes. */
const keys = z.object(
  {
    p256dh: z
      .string(fieldError('fieldInvalid'))
      .check(z.regex(/^B[\w-]{86}=?$/, fieldError('fieldInvalid'))),
    auth: z
      .string(fieldError('fieldInvalid'))
      .check(z.regex(/^[\w-]{22}(==)?$/, fieldError('fieldInvalid'))),
  },
  fieldError('fieldInvalid'),
);

export const subscribeInput = z.object({ endpoint, keys });
export type Subscribe = z.infer<typeof subscribeInput>;

/** PostgreSQL cannot store or compare NUL. */
export const unsubscribeInput = z.object({
  endpoint: endpoint.check(z.refine((text) => !text.includes('\0'), fieldError('fieldInvalid'))),
});

export const removeDeviceInput = z.object({
  id: z
    .int(fieldError('fieldInvalid'))
    .check(z.gte(1, fieldError('fieldInvalid')), z.lte(ID_MAX, fieldError('fieldInvalid'))),
});

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
export function isKnownPushService(text: string, ownServices: readonly string[] = []): boolean {
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
export function canonicalEndpoint(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  return url.href;
}
