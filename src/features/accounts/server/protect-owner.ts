/*
 * Protects an account's owner from somebody else who has the phone, the mailbox or the password.
 *
 * Whether a phone number alone proves its owner's identity. A SIM can be stolen, swapped or given
 * away, so everything that relies on a number calls this (decision 123).
 *
 * A number proves nothing after 90 days of silence, after a reported change of SIM, and if it
 * replaced another number with only a session or a password. The correct PIN ends each doubt, and
 * so does a code by SMS in a session that was opened with a mailed code since. A new password does
 * not, because it may have been set with a code by SMS; only a silent number counts together with a
 * password, because its new holder cannot have set it.
 *
 * Networks reassign numbers that were silent for months, and the new holder may take such a number
 * over here too. An account that was active on the phone within 90 days keeps its number, and so
 * does a suspended one, because its owner could otherwise sign up again with it.
 *
 * The owner is told of a change, in case somebody else made it: by mail, or without an email by SMS
 * to the verified number.
 */

import {
  PAYOUT_HOLD_SECONDS,
  PIN_RESET_SECONDS,
  SETTLED_SECONDS,
  SILENCE_SECONDS,
} from '#accounts/rules/limits.ts';
import type { Language } from '#rules/language.ts';
import { NOTICE_VALIDITY_SECONDS } from '#rules/limits.ts';
import { callNow, dial } from '#rules/text/sms.ts';
import { writeLetter } from '#server/adapters/letter-layout.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter } from '#server/clock.ts';
import type { Database } from '#server/db/database.ts';
import { handledBy, letters, outboxKind, putInOutbox } from '#server/outbox.ts';
import type { Services } from '#server/trpc/context.ts';
import { m } from '#text';
import { findUser } from './account-queries.ts';
import { voidCodes } from './one-time-codes.ts';
import {
  findHolder,
  findPhone,
  forgetPinSetAfter,
  lockLine,
  updateReleased,
  upsertLine,
} from './people-queries.ts';

export type NumberFacts = {
  phoneVerifiedAt: Date | null;
  heardAt: Date | null;
  simChangedAt: Date | null;
  numberChangedAt: Date | null;
};

type TrustInNumber =
  | { is: 'trusted' | 'unverified' | 'silent' }
  /** Mailed codes before this moment prove nothing. */
  | { is: 'simChanged' | 'numberChanged'; since: Date };

export function trustInNumber(facts: NumberFacts, now: Date): TrustInNumber {
  const { phoneVerifiedAt, simChangedAt, numberChangedAt } = facts;
  if (!phoneVerifiedAt) return { is: 'unverified' };
  const [sim, number] = [simChangedAt?.getTime() ?? 0, numberChangedAt?.getTime() ?? 0];
  if (sim > 0) return { is: 'simChanged', since: new Date(Math.max(sim, number)) };
  if (numberChangedAt) return { is: 'numberChanged', since: numberChangedAt };
  return { is: isSilent(facts, now) ? 'silent' : 'trusted' };
}

/** After such a silence the network may have reassigned the number. */
export function isSilent({ heardAt, phoneVerifiedAt }: NumberFacts, now: Date) {
  const lastHeardAt = heardAt ?? phoneVerifiedAt;
  return lastHeardAt !== null && secondsAfter(lastHeardAt, SILENCE_SECONDS) <= now;
}

export const provesPerson = (facts: NumberFacts, now: Date) =>
  trustInNumber(facts, now).is === 'trusted';

export const provesWithPassword = (facts: NumberFacts, now: Date) =>
  ['trusted', 'silent'].includes(trustInNumber(facts, now).is);

export const provenAt = (now: Date) => ({
  heardAt: now,
  simChangedAt: null,
  numberChangedAt: null,
});

type Doubt = { simChangedAt: Date } | { numberChangedAt: Date; releasedNumber: null };

/** Keeps a PIN that was about to end, because only it still tells the owner from a thief. */
export async function beginDoubt(tx: Database, userId: number, doubt: Doubt, now: Date) {
  await upsertLine(tx, userId, { ...doubt, pinEndsAt: null });
  await forgetPinSetAfter(tx, userId, secondsAfter(now, -SETTLED_SECONDS));
}

export async function findNumberFacts(db: Database, userId: number): Promise<NumberFacts> {
  return (
    (await findPhone(db, userId)) ?? {
      phoneVerifiedAt: null,
      heardAt: null,
      simChangedAt: null,
      numberChangedAt: null,
    }
  );
}

type Holder = NonNullable<Awaited<ReturnType<typeof findHolder>>>;

const mayLose = (holder: Holder, now: Date) => holder.suspendedAt === null && isSilent(holder, now);

type Wanted = { phoneNumber: string; userId: number | null };

export async function isNumberFree(db: Database, { phoneNumber, userId }: Wanted, now: Date) {
  const holder = await findHolder(db, phoneNumber);
  return !holder || holder.userId === userId || mayLose(holder, now);
}

export async function freeNumber(tx: Database, { phoneNumber, userId }: Wanted, now: Date) {
  await voidCodes(tx, { recipient: phoneNumber, now });
  const found = await findHolder(tx, phoneNumber);
  if (!found || found.userId === userId) return;
  // A correct PIN at the same moment keeps the number.
  await upsertLine(tx, found.userId, {});
  await lockLine(tx, found.userId);
  const holder = await findHolder(tx, phoneNumber);
  if (!holder || !mayLose(holder, now)) throw new AppError('PHONE_TAKEN', { field: 'phoneNumber' });
  await updateReleased(tx, { userId: holder.userId, phoneNumber, now });
  if (holder.email === null) return;
  const released = { userId: holder.userId, lastDigits: phoneNumber.slice(-3) };
  await putInOutbox(tx, alarmOwner('phoneNumberReleased', released), now);
}

type Values = Record<'firstName' | 'lastDigits' | 'act' | 'dial', string> & { hours: number };
type Text = (values: Values, options: { locale: Language }) => string;

type Alarm = {
  mail?: readonly [subject: Text, ...paragraphs: Text[]];
  sms?: Text;
  hours?: number;
  /** Somebody else may have the phone, or the mailbox. */
  isToBoth?: true;
  isToFormerNumber?: true;
};

const alarms = {
  passwordChanged: {
    mail: [m.mailPasswordChangedSubject, m.mailPasswordChangedBody, m.mailPasswordChangedWarning],
    sms: m.smsPasswordChanged,
  },
  emailAdded: { sms: m.smsEmailAdded },
  pinReset: {
    mail: [m.mailPinResetSubject, m.mailPinResetBody, m.mailPinResetWarning],
    sms: m.smsPinReset,
    hours: PIN_RESET_SECONDS / 3600,
    isToBoth: true,
  },
  phoneNumberChanged: {
    mail: [m.mailPhoneChangedSubject, m.mailPhoneChangedBody, m.mailPasswordChangedWarning],
    sms: m.smsPhoneNumberChanged,
    hours: PAYOUT_HOLD_SECONDS / 3600,
    isToFormerNumber: true,
  },
  phoneNumberReleased: {
    mail: [m.mailPhoneReleasedSubject, m.mailPhoneReleasedBody, m.mailPhoneReleasedNext],
  },
} as const satisfies Record<string, Alarm>;
type AlarmName = keyof typeof alarms;

/** `lastDigits`: of the number that is told about. */
type Change = { userId: number; lastDigits?: string; formerNumber?: string };

const kindOf = (kind: AlarmName) =>
  outboxKind<Change>({ kind, lane: letters, validSeconds: NOTICE_VALIDITY_SECONDS });

export const alarmOwner = (name: AlarmName, change: Change) => kindOf(name)(change);

export const alarmHandlers = (Object.keys(alarms) as AlarmName[]).map((name) =>
  handledBy(kindOf(name), (db, change, services) => sendAlarm(db, { ...change, name }, services)),
);

type Told = { to: string; language: Language; supportEmail: string } & Partial<Values>;

export function alarmLetter(name: AlarmName, { to, language, supportEmail, ...given }: Told) {
  const { mail, hours = 0 }: Alarm = alarms[name];
  const values = { firstName: '', lastDigits: '', act: '', dial: '', ...given, hours };
  const [subject = '', ...paragraphs] = (mail ?? []).map((text) =>
    text(values, { locale: language }),
  );
  const { firstName } = given;
  return writeLetter({ to, language, supportEmail, firstName, subject, paragraphs });
}

async function sendAlarm(
  db: Database,
  { name, userId, lastDigits = '', formerNumber }: Change & { name: AlarmName },
  services: Services,
) {
  const contact = await findUser(db, userId);
  if (!contact) return;
  const { email, phoneNumber, phoneVerifiedAt, firstName, language } = contact;
  const { mailer, support, accountSms, clock } = services;
  const { mail, sms, hours = 0, isToBoth, isToFormerNumber }: Alarm = alarms[name];
  const isMailed = mail !== undefined && email !== null;
  if (isMailed) {
    const told = { to: email, language, supportEmail: support.email, firstName, lastDigits };
    await mailer.send(alarmLetter(name, told));
  }
  const ownNumber = phoneVerifiedAt ? phoneNumber : undefined;
  const to = isToFormerNumber ? formerNumber : ownNumber;
  if (!sms || !to || (isMailed && !isToBoth)) return;
  const options = { locale: language };
  const ways = { act: callNow(support, options), dial: dial(support, options) };
  const text = sms({ firstName, lastDigits, hours, ...ways }, options);
  const claim = { cause: 'alarm', recipient: to, text, now: clock() } as const;
  const claimed = await accountSms.claim(services, claim);
  await accountSms.send(db, { userId, to, text, kind: 'notice', claimed }, services);
}
