import { OTP_VALIDITY_SECONDS } from '#rules/limits.ts';
import { isPhoneNumber } from '#rules/phone-number.ts';
import type { Limits } from '#server/config.ts';
import { type Lane, letters, outboxKind, putInOutbox } from '#server/outbox.ts';
import type { PoolOutcome, RateLimits } from '#server/rate-limits.ts';
import type { ResetPassword } from '../rules/account-input.ts';
import { updatePassword } from './account-queries.ts';
import { alarmOwner } from './alarm-owner.ts';
import { acceptedOrThrow } from './confirm-code.ts';
import {
  addressOf,
  type CodeCheck,
  codeLetter,
  codeSms,
  findAddressee,
  hasVerifiedAddress,
  issueCode,
  loginName,
  verifyCode,
} from './one-time-codes.ts';
import { refuseWeakPassword, rememberDevice, wrongPasswordRules } from './passwords.ts';
import { findNumberFacts, provesPerson } from './trust-in-number.ts';

type Refused = Exclude<CodeCheck, { outcome: 'right' }>;

/**
 * Ends all access to the account. The device becomes a known device, which further guesses cannot
 * lock out.
 */
export async function resetPassword(call: Call, { otp, password, ...addressee }: ResetPassword) {
  const { db, clock, secret, rateLimits, passwords, withoutSlot } = call;
  const { endAccess, clientAddress, deviceToken } = call;
  // Hashed first, so that all answers take equally long and the transaction stays short.
  const passwordHash = await withoutSlot(() => passwords.hash(password, clientAddress));
  const purpose = 'password_reset';
  const recipient = addressOf(addressee);
  const result = await db.transaction(
    async (tx): Promise<Refused | { outcome: 'changed'; deviceToken: string }> => {
      const now = clock();
      const check = await verifyCode(
        tx,
        { recipient, purpose, code: otp, clientAddress },
        { now, secret, consume: true },
      );
      if (check.outcome !== 'right') return check;
      const account = await findAddressee(tx, recipient);
      if (!account || !hasVerifiedAddress(account)) return { outcome: 'wrong' };
      // The number may have become doubtful after the code was sent.
      if (isPhoneNumber(recipient) && !provesPerson(await findNumberFacts(tx, account.id), now))
        return { outcome: 'wrong' };
      // Throwing rolls back the code's use, so it stays valid for a better password.
      refuseWeakPassword(password, { role: account.role, field: 'password' });
      await updatePassword(tx, { userId: account.id, passwordHash, now });
      await endAccess(tx, { userId: account.id, formerPasswordHash: account.passwordHash }, now);
      await putInOutbox(tx, alarmOwner('passwordChanged', { userId: account.id }), now);
      await rateLimits.clear(tx, wrongPasswordRules, loginName(account));
      const ownDevice = await rememberDevice(tx, { userId: account.id, deviceToken, now });
      return { outcome: 'changed', deviceToken: ownDevice };
    },
  );
  return { deviceToken: acceptedOrThrow(result, purpose).deviceToken };
}

/** `networks`: keyed hashes of the requester's nested networks, the narrowest first. */
type ResetCode = { email: string; language: Language; askedFrom: string; networks: string[] };

/** Apart, because anybody may ask for a reset. */
const resets: Lane = { ...letters, name: 'resets' };

export const resetCode = outboxKind<ResetCode>({
  kind: 'resetCode',
  lane: resets,
  validSeconds: OTP_VALIDITY_SECONDS,
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
      { recipient: email, purpose, askedFrom },
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
    services: Pick<Services, 'sms' | 'withoutSlot' | 'clock' | 'metrics' | 'log'>,
  ) => Promise<'sent' | 'failed'>;
};

declare global {
  interface Services {
    accountSms: AccountSms;
  }
}
