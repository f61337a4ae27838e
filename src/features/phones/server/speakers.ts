import { PIN_ORDER_KES, SILENCE_SECONDS } from '#accounts/rules/limits.ts';
import { lockPerson, upsertLine } from '#accounts/server/people-queries.ts';
import { provesPerson } from '#accounts/server/protect-owner.ts';
import { type NoticeKind, smsImportance } from '#notifications/rules/notice.ts';
import { notifyOnce } from '#notifications/server/inbox.ts';
import { findOrderTotal } from '#orders/server/queries.ts';
import type { Wanted } from '#phones/rules/arguments.ts';
import { intentOf, PIN_ASKED_SECONDS, PINS_ASKED_PER_ROUND } from '#phones/rules/intents.ts';
import { centsOf } from '#rules/amounts.ts';
import type { Language } from '#rules/language.ts';
import { HOUR_SECONDS } from '#rules/limits.ts';
import type { Role } from '#rules/role.ts';
import { callNow, cutToGsm7, dial, orCall, SMS_CHARACTERS } from '#rules/text/sms.ts';
import { AppError, errorText } from '#server/app-error.ts';
import { repeatRounds, secondsAfter } from '#server/clock.ts';
import type { Support } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { RunningServices } from '#server/feature.ts';
import type { Services } from '#server/trpc/context.ts';
import { m } from '#text';
import { type KnownSpeaker, listWithoutPin } from './queries.ts';

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

export const say = <Values>(language: Language, text: Text<Values>, values: Values) =>
  text(values, { locale: language });

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

/*
 * After a long silence of the phone only the PIN tells a farmer from a new holder of the number,
 * and only the USSD menu asks for one. So farmers are asked by SMS while the number still proves
 * who they are. The notice is kept for 90 days and not repeated until then.
 */
export const pinMissingNotice: NoticeKind<Record<never, never>> = {
  name: 'pinMissing',
  topic: 'orders',
  mail: 'unread',
  smsImportance: smsImportance.order,
  countedAs: null,
  isForMailless: true,
  text: (_, options) => m.noticePinMissing({}, options),
  sms: (_, on) => m.smsPinMissing({ dial: dial(on, on) }, on),
};

export async function askForPins(db: Database, { clock }: Pick<RunningServices, 'clock'>) {
  const now = clock();
  const userIds = await listWithoutPin(db, {
    silentFrom: secondsAfter(now, -SILENCE_SECONDS),
    silentSince: secondsAfter(now, -PIN_ASKED_SECONDS),
    kind: pinMissingNotice.name,
    limit: PINS_ASKED_PER_ROUND,
  });
  for (const userId of userIds) {
    await db.transaction(async (tx) => {
      // Another process may be asking the same farmer.
      if (!(await lockPerson(tx, userId))) return;
      const about = { subject: 'pin', link: '/farmer/dashboard?tab=profile', facts: {} };
      await notifyOnce(tx, { kind: pinMissingNotice, userIds: [userId], ...about }, now);
    });
  }
}

export function startPinReminders(
  db: Database,
  { live, log, clock }: Pick<RunningServices, 'live' | 'log' | 'clock'>,
) {
  return repeatRounds(() => askForPins(db, { clock }), {
    pauseMilliseconds: HOUR_SECONDS * 1000,
    mayRun: live.isLive,
    onError: { log, text: 'farmers without a PIN could not be asked to choose one' },
  });
}
