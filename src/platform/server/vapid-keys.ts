import { createECDH, randomUUID } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VapidKeys } from './adapters/web-push.ts';
import { SettingsError } from './config.ts';

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

function isKeyPair({ publicKey, privateKey }: VapidKeys): boolean {
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.setPrivateKey(privateKey, 'base64url');
    return ecdh.getPublicKey('base64url') === publicKey;
  } catch {
    return false;
  }
}
