/* What a browser sends to be notified, and where we send notifications. */
import * as z from 'zod/mini';
import { ID_MAX, PUSH_ENDPOINT_MAX } from '#platform/rules/limits.ts';
import { fieldError } from './text/line.ts';

const endpoint = z
  .string(fieldError('fieldInvalid'))
  .check(z.maxLength(PUSH_ENDPOINT_MAX, fieldError('fieldTooLong')));

/**
 * As a browser's PushSubscription gives them: a point of the curve P-256, uncompressed, and 16
 * bytes, both base64url.
 */
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

/** Without the character NUL, which PostgreSQL cannot look for. */
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
/** Every subdomain of these is accepted. */
const serviceDomains = ['push.apple.com', 'notify.windows.com'];
const NAME_BELOW = new RegExp(
  `^(?:[a-z0-9-]+\\.)+(?:${serviceDomains.join('|').replaceAll('.', '\\.')})$`,
);
/**
 * Other beginnings, such as //host, /@host and /.host, could be read as part of the host by some
 * other software.
 */
const PLAIN_PATH = /^\/[\w-]/;

/** Browsers give URLs as the standard writes them: ASCII, and nothing that cannot be seen. */
const PRINTABLE_ASCII = /^[!-~]+$/;

/**
 * Whether an endpoint is of a push service that we know: the server posts to whatever endpoint it
 * keeps, so any other would let people make it call addresses inside our own network.
 * @param ownServices origins that the installation allows besides
 */
export function isKnownPushService(text: string, ownServices: readonly string[] = []): boolean {
  if (!PRINTABLE_ASCII.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (canonicalEndpoint(text).length > PUSH_ENDPOINT_MAX) return false;
  if (url.username || url.password || !PLAIN_PATH.test(url.pathname)) return false;
  if (ownServices.includes(url.origin)) return true;
  // The default port is empty; so is none.
  if (url.protocol !== 'https:' || url.port !== '') return false;
  return serviceHosts.includes(url.hostname) || NAME_BELOW.test(url.hostname);
}

/**
 * One way to write each endpoint, by which a browser that subscribes again is found: a fragment and
 * large letters lead to the same place.
 */
export function canonicalEndpoint(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  url.hash = '';
  return url.href;
}
