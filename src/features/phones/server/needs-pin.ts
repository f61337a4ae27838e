import { PIN_ORDER_KES } from '#features/accounts/rules/limits.ts';
import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import { findOrderTotal } from '#features/orders/server/queries.ts';
import type { Wanted } from '#features/phones/rules/commands.ts';
import { centsOf } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { dial } from '#platform/rules/text/sms-words.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from './lines/queries.ts';
import { say, sayPinNeeded } from './say.ts';

type Asked = { speaker: KnownSpeaker; command: Wanted };

/**
 * Whether a command needs the PIN: if the phone may have changed hands, or for a handover of a
 * large amount.
 */
export async function needsPin(
  db: Database,
  { speaker, command }: Asked,
  now: Date,
): Promise<boolean> {
  return !provesPerson(speaker, now) || isLargeHandover(db, { speaker, command });
}

export async function isLargeHandover(db: Database, { speaker, command }: Asked): Promise<boolean> {
  if (command.name !== 'complete' || command.orderId === null) return false;
  const totalCents = await findOrderTotal(db, {
    orderId: command.orderId,
    farmerId: speaker.userId,
  });
  return totalCents !== null && totalCents > centsOf(PIN_ORDER_KES);
}

/** A first PIN can be chosen in the menu only if the phone cannot have changed hands. */
export const sayWithoutPin = (
  speaker: KnownSpeaker,
  services: { clock: Clock; support: Support },
): string =>
  provesPerson(speaker, services.clock())
    ? say(speaker.language, m.smsPinFirst, {
        dial: dial(services.support, { locale: speaker.language }),
      })
    : sayPinNeeded(speaker.language, services);
