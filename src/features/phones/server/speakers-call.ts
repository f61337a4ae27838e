import { PIN_ORDER_KES } from '#accounts/rules/limits.ts';
import { upsertLine } from '#accounts/server/people-queries.ts';
import { provesPerson } from '#accounts/server/trust-in-number.ts';
import { findOrderTotal } from '#orders/server/queries.ts';
import type { Wanted } from '#phones/rules/arguments.ts';
import { intentOf } from '#phones/rules/intents.ts';
import type { Language } from '#platform/rules/language.ts';
import { centsOf } from '#platform/rules/money.ts';
import type { Role } from '#platform/rules/role.ts';
import { dial } from '#platform/rules/text/sms.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { m } from '#text';
import type { KnownSpeaker } from './queries.ts';
import { sayPinNeeded } from './say.ts';

export type PhoneCall = Services & {
  db: Database;
  language: Language;
  phoneNumber: string;
  speaker: KnownSpeaker | null;
};
export type SpeakerCall = PhoneCall & {
  speaker: KnownSpeaker;
  user: { id: number; role: Role };
};

export const speakersCall = (
  db: Database,
  speaker: KnownSpeaker,
  services: Services,
): SpeakerCall => ({
  ...services,
  db,
  language: speaker.language,
  phoneNumber: speaker.phoneNumber,
  speaker,
  user: { id: speaker.userId, role: speaker.role },
});

export const isProven = ({ speaker, clock }: SpeakerCall) => provesPerson(speaker, clock());

/** Restarts the period of silence. */
export const markHeard = ({ db, user, clock }: SpeakerCall) =>
  upsertLine(db, user.id, { heardAt: clock() });

export const needsPin = async (call: SpeakerCall, command: Wanted): Promise<boolean> =>
  !isProven(call) || isLargeHandover(call, command);

export async function isLargeHandover({ db, user }: SpeakerCall, command: Wanted) {
  if (command.name === 'part' || intentOf(command.name).pin !== 'ifLarge') return false;
  if (!('orderId' in command) || !command.orderId) return false;
  const totalCents = await findOrderTotal(db, { orderId: command.orderId, farmerId: user.id });
  return totalCents !== null && totalCents > centsOf(PIN_ORDER_KES);
}

export function sayWithoutPin(call: SpeakerCall): string {
  const options = { locale: call.language };
  return isProven(call)
    ? m.smsPinFirst({ dial: dial(call.support, options) }, options)
    : sayPinNeeded(call);
}
