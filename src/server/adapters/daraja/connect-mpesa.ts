import type { Mpesa } from '#server/adapters/mpesa.ts';
import { systemClock } from '#server/clock.ts';
import type { Settings } from '#server/config.ts';
import { createDaraja } from './daraja.ts';

/** Mobile money as the settings describe it; null when they don't. */
export function connectMpesa(settings: Settings): Mpesa | null {
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
