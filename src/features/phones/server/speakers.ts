import { PIN_ORDER_KES } from '#accounts/rules/limits.ts';
import { upsertLine } from '#accounts/server/people-queries.ts';
import { provesPerson } from '#accounts/server/trust-in-number.ts';
import { findOrderTotal } from '#orders/server/queries.ts';
import type { Wanted } from '#phones/rules/arguments.ts';
import { intentOf } from '#phones/rules/intents.ts';
import { centsOf } from '#rules/amounts.ts';
import type { Language } from '#rules/language.ts';
import type { Role } from '#rules/role.ts';
import { callNow, cutToGsm7, dial, orCall, SMS_CHARACTERS } from '#rules/text/sms.ts';
import { AppError, errorText } from '#server/app-error.ts';
import type { Support } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Services } from '#server/trpc/context.ts';
import { m } from '#text';
import type { KnownSpeaker } from './queries.ts';

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

export const needsPin = async (call: SpeakerCall, command: Wanted) =>
  !isProven(call) || isLargeHandover(call, command);

export async function isLargeHandover({ db, user }: SpeakerCall, command: Wanted) {
  if (command.name === 'part' || intentOf(command.name).pin !== 'ifLarge') return false;
  if (!('orderId' in command) || !command.orderId) return false;
  const totalCents = await findOrderTotal(db, { orderId: command.orderId, farmerId: user.id });
  return totalCents !== null && totalCents > centsOf(PIN_ORDER_KES);
}

export function sayWithoutPin(call: SpeakerCall) {
  const options = { locale: call.language };
  return isProven(call)
    ? m.smsPinFirst({ dial: dial(call.support, options) }, options)
    : sayPinNeeded(call);
}

type Text<Values> = (values: Values, options: { locale: Language }) => string;

type Given<Values> = Record<never, never> extends Values ? [values?: Values] : [values: Values];

export const say = <Values>(
  language: Language,
  text: Text<Values>,
  ...[values = {} as Values]: Given<Values>
) => text(values, { locale: language });

/** In the screens' words. Rethrows unexpected errors. */
export function sayRefusal(error: unknown, language: Language) {
  if (!(error instanceof AppError)) throw error;
  return cutToGsm7(errorText(error, language), SMS_CHARACTERS);
}

type Helped = { language: Language; support: Support };

/** The phone may have changed hands, so this user is helped elsewhere. */
export const sayPinNeeded = ({ language, support }: Helped) =>
  say(language, m.smsPinNeeded, { orCall: orCall(support, { locale: language }) });
export const sayBuyersHelp = ({ language, support }: Helped) =>
  say(language, m.smsHelpBuyer, { orCall: orCall(support, { locale: language }) });
export const saySell = ({ language, support }: Helped) =>
  say(language, m.smsSell, { dial: dial(support, { locale: language }) });
export const sayPinLocked = ({ language, support }: Helped) =>
  say(language, m.smsPinLocked, { act: callNow(support, { locale: language }) });

/** Warns a holder who was talked into it. */
export const sayCodeTaken = ({ language, support }: Helped) =>
  say(language, m.smsCodeTaken, { act: callNow(support, { locale: language }) });
