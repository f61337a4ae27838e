/*
 * Tells an account's owner of a change, in case somebody else made it: by mail, or without an email
 * by SMS to the verified number.
 */

import { NOTICE_VALIDITY_SECONDS } from '#rules/limits.ts';
import { callNow, dial } from '#rules/text/sms.ts';
import { writeLetter } from '#server/adapters/letter-layout.ts';
import { handledBy, letters, outboxKind } from '#server/outbox.ts';
import { m } from '#text';
import { PAYOUT_HOLD_SECONDS, PIN_RESET_SECONDS } from '../rules/limits.ts';
import { findUser } from './account-queries.ts';

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
