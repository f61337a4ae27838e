import type { Hono } from 'hono';
import { type Clock, secondsAfter } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { RequestEnv } from '#platform/server/http/request-env.ts';

const PATH = '/.well-known/security.txt';
/** RFC 9116 requires less than a year. Each answer counts from now. */
const VALIDITY_SECONDS = 180 * 24 * 60 * 60;

/** The contact for reporting vulnerabilities (RFC 9116). */
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
