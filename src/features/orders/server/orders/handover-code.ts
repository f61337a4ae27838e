import { HANDOVER_CODE_LENGTH } from '#features/orders/rules/limits.ts';
import { hmac } from '#platform/server/hashes.ts';

/**
 * The digits that the buyer shows at the handover. They are derived, so that no database dump
 * contains them.
 */
export function handoverCode(secret: string, orderId: number): string {
  const number =
    Number.parseInt(hmac(secret, 'handover', String(orderId)).slice(0, 12), 16) %
    10 ** HANDOVER_CODE_LENGTH;
  return String(number).padStart(HANDOVER_CODE_LENGTH, '0');
}
