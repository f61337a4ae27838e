import {
  findAddressee,
  hasVerifiedAddress,
  isPhoneNumber,
} from '#accounts/server/codes/find-addressee.ts';
import { issueCode } from '#accounts/server/codes/issue-code.ts';
import { findContact } from '#accounts/server/people/queries.ts';
import type { Language } from '#platform/rules/language.ts';
import { NOTICE_VALIDITY_SECONDS, OTP_VALIDITY_SECONDS } from '#platform/rules/limits.ts';
import type { Mailer } from '#platform/server/adapters/mailer.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Limits, Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { Logger } from '#platform/server/log.ts';
import type { Metrics } from '#platform/server/metrics.ts';
import { type Lane, letters, outboxKind } from '#platform/server/outbox.ts';
import type { PoolOutcome, RateLimits } from '#platform/server/rate-limits.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import {
  codeLetter,
  codeSms,
  emailAddedSms,
  passwordChangedLetter,
  passwordChangedSms,
  phoneNumberChangedLetter,
  phoneNumberChangedSms,
  phoneNumberReleasedLetter,
  pinResetLetter,
  pinResetSms,
} from './account-letters.ts';
import { findNumberFacts, provesPerson } from './trust-in-number.ts';

/** `networks`: keyed hashes of the requester's nested networks, the narrowest first. */
type ResetCode = { email: string; language: Language; askedFrom: string; networks: string[] };

/** Apart, because anybody may ask for a reset. */
const resets: Lane = { ...letters, name: 'resets' };

export const resetCode = outboxKind<ResetCode>({
  kind: 'resetCode',
  lane: resets,
  validSeconds: OTP_VALIDITY_SECONDS,
});

const ofOwner = { lane: letters, validSeconds: NOTICE_VALIDITY_SECONDS } as const;

export const passwordChanged = outboxKind<{ userId: number }>({
  kind: 'passwordChanged',
  ...ofOwner,
});

export const emailAdded = outboxKind<{ userId: number }>({ kind: 'emailAdded', ...ofOwner });

export const pinReset = outboxKind<{ userId: number }>({ kind: 'pinReset', ...ofOwner });

type NumberChanged = { userId: number; lastDigits: string; formerNumber?: string };

export const phoneNumberChanged = outboxKind<NumberChanged>({
  kind: 'phoneNumberChanged',
  ...ofOwner,
});

type NumberReleased = { userId: number; lastDigits: string };

export const phoneNumberReleased = outboxKind<NumberReleased>({
  kind: 'phoneNumberReleased',
  ...ofOwner,
});

/**
 * Without a verified account, a code is created but not sent, so that guesses behave as for an
 * account.
 */
export async function sendResetCode(
  db: Database,
  { email, language, askedFrom, networks }: ResetCode,
  services: Services,
) {
  const purpose = 'password_reset';
  const { code } = await db.transaction((tx) =>
    issueCode(
      tx,
      { email, purpose, askedFrom },
      { now: services.clock(), secret: services.secret },
    ),
  );
  const account = await findAddressee(db, email);
  if (!account || !hasVerifiedAddress(account)) return;
  if (isPhoneNumber(email)) {
    if (!provesPerson(await findNumberFacts(db, account.id), services.clock())) return;
    const text = codeSms({ purpose, code, language });
    const now = services.clock();
    const claimed = await services.accountSms.claim(services, {
      cause: 'anybody',
      networks,
      recipient: email,
      text,
      now,
    });
    const sent = await services.accountSms.send(
      db,
      { userId: account.id, to: email, kind: 'code', text, claimed },
      services,
    );
    if (sent === 'failed') throw new Error('a code for a new password could not be sent by SMS');
    return;
  }
  const { mailer, support, metrics } = services;
  await mailer.send(
    codeLetter({
      to: account.email ?? email,
      language,
      purpose,
      code,
      supportEmail: support.email,
    }),
  );
  metrics.codeMails.inc({ purpose, outcome: 'sent' });
}

export async function sendPasswordChanged(
  db: Database,
  { userId }: { userId: number },
  services: Services,
) {
  const contact = await findContact(db, userId);
  if (!contact) return;
  const { mailer, support } = services;
  const { email: to, phoneNumber, language } = contact;
  if (to !== null)
    return mailer.send(passwordChangedLetter({ ...contact, to, supportEmail: support.email }));
  const text = passwordChangedSms({ supportPhone: support.phone, language });
  await sendAlarm(db, { userId, to: phoneNumber, text }, services);
}

export async function sendEmailAdded(
  db: Database,
  { userId }: { userId: number },
  services: Services,
) {
  const contact = await findContact(db, userId);
  if (!contact) return;
  const { phoneNumber: to, language } = contact;
  const text = emailAddedSms({ supportPhone: services.support.phone, language });
  await sendAlarm(db, { userId, to, text }, services);
}

/** To the phone and the email, in case somebody else has the phone. */
export async function sendPinReset(
  db: Database,
  { userId }: { userId: number },
  services: Services,
) {
  const contact = await findContact(db, userId);
  if (!contact) return;
  const { mailer, support } = services;
  const { email: to, phoneNumber, phoneVerifiedAt, language } = contact;
  if (to !== null)
    await mailer.send(pinResetLetter({ ...contact, to, supportEmail: support.email }));
  if (phoneVerifiedAt === null) return;
  const { phone: supportPhone, ussdCode } = support;
  const text = pinResetSms({ supportPhone, ussdCode, language });
  await sendAlarm(db, { userId, to: phoneNumber, text }, services);
}

/** Goes to the email, or without one to the old number. */
export async function sendPhoneNumberChanged(
  db: Database,
  { userId, lastDigits, formerNumber }: NumberChanged,
  services: Services,
) {
  const contact = await findContact(db, userId);
  if (!contact) return;
  const { mailer, support } = services;
  const { email: to, language } = contact;
  if (to !== null)
    return mailer.send(
      phoneNumberChangedLetter({ ...contact, to, lastDigits, supportEmail: support.email }),
    );
  if (!formerNumber) return;
  const text = phoneNumberChangedSms({ lastDigits, supportPhone: support.phone, language });
  await sendAlarm(db, { userId, to: formerNumber, text }, services);
}

type Alarm = { userId: number; to: string; text: string };

async function sendAlarm(db: Database, { to, ...alarm }: Alarm, services: Services) {
  const now = services.clock();
  const claimed = await services.accountSms.claim(services, {
    cause: 'alarm',
    recipient: to,
    text: alarm.text,
    now,
  });
  await services.accountSms.send(db, { ...alarm, to, kind: 'notice', claimed }, services);
}

/** An account without an email cannot be notified. */
export async function sendPhoneNumberReleased(
  db: Database,
  { userId, lastDigits }: NumberReleased,
  { mailer, support }: { mailer: Mailer; support: Support },
) {
  const contact = await findContact(db, userId);
  if (!contact || contact.email === null) return;
  await mailer.send(
    phoneNumberReleasedLetter({
      ...contact,
      to: contact.email,
      lastDigits,
      supportEmail: support.email,
    }),
  );
}

type Claim = {
  cause: 'login' | 'alarm' | 'verify' | 'newcomer' | 'anybody';
  asker?: number | string;
  networks?: readonly string[];
  recipient: string;
  text?: string;
  now: Date;
};

type Urgent = {
  userId: number | null;
  to: string;
  kind: 'code' | 'notice';
  text: string;
  claimed: PoolOutcome;
};

/** Sent at once, by the notifications feature. */
type AccountSms = {
  /** Claims the parts of a text from the day's budget. */
  claim: (
    services: { rateLimits: RateLimits; limits: Limits },
    claim: Claim,
  ) => Promise<PoolOutcome>;
  send: (
    db: Database,
    sms: Urgent,
    services: { sms: Sms | null; clock: Clock; metrics: Metrics; log: Logger },
  ) => Promise<'sent' | 'failed'>;
};

declare module '#platform/server/trpc/context.ts' {
  interface Services {
    accountSms: AccountSms;
  }
}
