import type { Hono } from 'hono';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { RequestEnv } from './request-context.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 asks for less than a year; each answer counts from the moment it is given. */
const VALIDITY_SECONDS = 180 * 24 * 60 * 60;

/** Where to write about a weakness that somebody found here (RFC 9116). */
export function mountSecurityTxt(
  app: Hono<RequestEnv>,
  { clock, support, publicUrl }: { clock: Clock; support: Support; publicUrl: string },
) {
  app.get(PATH, (c) =>
    c.text(
      [
        `Contact: mailto:${support.email}`,
        `Expires: ${secondsAfter(clock(), VALIDITY_SECONDS).toISOString()}`,
        'Preferred-Languages: en, sw',
        `Canonical: ${new URL(PATH, publicUrl).href}`,
        '',
      ].join('\n'),
    ),
  );
}
