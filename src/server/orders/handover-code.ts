import { hmac } from '#server/hashes.ts';

const CODES = 10_000;
const DIGITS = 4;

/** The four digits that the buyer of an order shows at the handover: derived, so that no dump of the database holds them. */
export function handoverCode(secret: string, orderId: number): string {
  const number = Number.parseInt(hmac(secret, 'handover', String(orderId)).slice(0, 12), 16) % CODES;
  return String(number).padStart(DIGITS, '0');
}
