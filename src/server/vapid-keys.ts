import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import webPush from 'web-push';
import type { VapidKeys } from './adapters/web-push.ts';

/**
 * The keys of an installation that sets none: made once and kept in its folder. Browsers subscribe to one public key, so those of all
 * processes must be the same. The file gets its name only when it is whole: a process that is killed meanwhile leaves no half of one.
 */
export function keptVapidKeys(dataDir: string): VapidKeys {
  const file = join(dataDir, 'vapid.json');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const unfinished = join(dataDir, `.vapid-${randomUUID()}`);
    writeFileSync(unfinished, JSON.stringify(webPush.generateVAPIDKeys()), { mode: 0o600, flush: true });
    try {
      linkSync(unfinished, file);
    } catch (error) {
      // Another process that started at the same moment has written it.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    } finally {
      rmSync(unfinished);
    }
  }
  // What was written above.
  return JSON.parse(readFileSync(file, 'utf8')) as VapidKeys;
}
