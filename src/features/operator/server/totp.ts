/*
 * RFC 6238: SHA-1, six digits, thirty seconds. The codes before and after the current one are
 * accepted too, because phones' clocks differ.
 */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hmac } from '#server/hashes.ts';

const PERIOD_SECONDS = 30;
const WINDOW_STEPS = 1;
const SECRET_HEX_DIGITS = 40;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const totpOf = (secret: string, name: string) =>
  new TOTP({ issuer: 'SokoShamba', label: name, secret: Secret.fromBase32(secret) });

/** Follows from the link, so that it needs no storage until the first code was right. */
export function totpSecretOfLink(linkHash: string, appSecret: string) {
  const hex = hmac(appSecret, 'operator totp', linkHash).slice(0, SECRET_HEX_DIGITS);
  return Secret.fromHex(hex).base32;
}

export const totpAddress = (secret: string, name: string) => totpOf(secret, name).toString();

export function stepOfCode(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const delta = totpOf(secret, '').validate({ token: code, timestamp, window: WINDOW_STEPS });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}

const keyOf = (appSecret: string) =>
  Buffer.from(hkdfSync('sha256', appSecret, '', 'operator totp', 32));

/** AES-256-GCM: nonce, tag and text in one base64. */
export function sealSecret(secret: string, appSecret: string) {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keyOf(appSecret), nonce);
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

export function openSecret(text: string, appSecret: string) {
  const bytes = Buffer.from(text, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(appSecret), nonce);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
}
