import type { CodeToSend } from '#rules/error-texts.ts';
import { OTP_VALIDITY_SECONDS } from '#rules/limits.ts';
import { isPhoneNumber } from '#rules/phone-number.ts';
import type { Sms } from '#server/adapters/sms.ts';
import { AppError } from '#server/app-error.ts';
import { secondsAfter, secondsUntil } from '#server/clock.ts';
import type { Support } from '#server/config.ts';
import { SHARED_USE } from '#server/fair-queue.ts';
import { networksOf, widerNetworksOf } from '#server/http/client-address.ts';
import { type Claimed, claimNewcomer, newcomerPools } from '#server/rate-limits.ts';
import type { CodePurpose, OtpPurpose } from '../rules/account-input.ts';
import {
  OTP_INTERVAL_SECONDS,
  OTP_MAIL_WINDOW_SECONDS,
  OTP_MAILS_PER_HOUR,
  OTP_RESET_MAILS_PER_HOUR,
} from '../rules/limits.ts';
import { findUser } from './account-queries.ts';
import {
  type CodeAddress,
  findLiveCode,
  insertCodeMail,
  listCodeMails,
  lockRecipient,
} from './one-time-code-queries.ts';
import { issueCode, randomCode } from './one-time-codes.ts';

type Asked = {
  purpose: CodePurpose;
  address: string;
  currentUserId: number | null;
  clientAddress: string;
};

/**
 * Counts the mail or SMS before the code is created, so that a refusal voids no code. The caller
 * gives the count back if nothing is sent. Null for a password reset, which is counted when it is
 * sent, so that its answer reveals nothing; and for a login's mail, because the email may be
 * verified.
 */
export async function claimCode(
  db: Database,
  asked: Asked,
  services: Services,
): Promise<Claimed | null> {
  const { purpose, address, clientAddress } = asked;
  if (purpose === 'password_reset') return null;
  if (purpose === 'signup') return claimNewcomerMail({ purpose, clientAddress }, services);
  if (!isPhoneNumber(address)) return null;
  const payer =
    purpose === 'login'
      ? ({ cause: 'login', asker: address } as const)
      : await verifierOf(db, asked, services);
  const claimed = await services.accountSms.claim(services, {
    ...payer,
    recipient: address,
    now: services.clock(),
  });
  if (claimed.outcome === 'claimed') return claimed;
  const { retryAfterSeconds } = claimed;
  const mayProve = purpose === 'verify_phone' && !(await isVerified(db, asked));
  throw mayProve
    ? proveBySmsError(services, retryAfterSeconds)
    : new AppError('CODE_NOT_SENT', { retryAfterSeconds });
}

const resets = { name: 'resetsAsked', seconds: OTP_VALIDITY_SECONDS };

/**
 * Resets wait in the outbox, because their answer must not depend on whether there is an account.
 * The more a reset's networks have asked for lately, the fewer seconds it goes before earlier ones.
 * So a flood waits behind itself, as in the fair queue of the other codes.
 */
export async function countReset(
  clientAddress: string,
  { rateLimits }: Pick<Services, 'rateLimits'>,
) {
  let use = 0;
  for (const [width, network] of widerNetworksOf(clientAddress).entries()) {
    const { used } = await rateLimits.add(resets, 1, network);
    use += width === 0 ? used : used * SHARED_USE;
  }
  return resets.seconds / use;
}

/** Such a number can only be confirmed with a code that we send (see takeSentCode). */
async function isVerified(db: Database, { currentUserId, address }: Asked) {
  const own = currentUserId === null ? null : await findUser(db, currentUserId);
  return own?.phoneNumber === address && own.phoneVerifiedAt !== null;
}

type Mailing = { purpose: OtpPurpose; clientAddress: string };

export async function claimNewcomerMail(
  { purpose, clientAddress }: Mailing,
  services: Services,
): Promise<Claimed> {
  try {
    return await claimNewcomer(
      newcomerPools.mail,
      { clientAddress, refusal: 'CODE_NOT_SENT' },
      services,
    );
  } catch (error) {
    const isWithheld = error instanceof AppError && error.code === 'CODE_NOT_SENT';
    if (isWithheld) services.metrics.codeMails.inc({ purpose, outcome: 'withheld' });
    throw error;
  }
}

/**
 * A user without proof counts like a visitor, by network, because an account costs only a mailbox.
 */
async function verifierOf(
  db: Database,
  { currentUserId, clientAddress }: Asked,
  services: Services,
) {
  const networks = networksOf(clientAddress);
  if (currentUserId === null) return { cause: 'newcomer', networks } as const;
  const isUnproven = !(await services.isProven(db, currentUserId));
  return {
    cause: 'verify',
    asker: currentUserId,
    networks: isUnproven ? networks : [],
  } as const;
}

type CodeMailClaim =
  | { outcome: 'claimed'; mailId: number }
  | { outcome: 'tooSoon'; retryAfterSeconds: number; codeExpiresInSeconds: number };

/**
 * Anybody can request password resets, so some of an hour's mails are reserved for login codes.
 * Counts before it is known whether the account exists, so that it reveals nothing. Locks the
 * recipient until the transaction ends.
 */
export async function claimCodeMail(
  db: Database,
  { recipient, purpose, now }: CodeAddress & { now: Date },
): Promise<CodeMailClaim> {
  await lockRecipient(db, recipient);
  const since = secondsAfter(now, -OTP_MAIL_WINDOW_SECONDS);
  const mails = await listCodeMails(db, { recipient, since, limit: OTP_MAILS_PER_HOUR });
  const freeAgainAt: Date[] = [];
  const last = mails.find((mail) => mail.purpose === purpose);
  if (last) freeAgainAt.push(secondsAfter(last.requestedAt, OTP_INTERVAL_SECONDS));
  const resets =
    purpose === 'password_reset' ? mails.filter((mail) => mail.purpose === purpose) : [];
  for (const oldest of [mails[OTP_MAILS_PER_HOUR - 1], resets[OTP_RESET_MAILS_PER_HOUR - 1]]) {
    if (oldest) freeAgainAt.push(secondsAfter(oldest.requestedAt, OTP_MAIL_WINDOW_SECONDS));
  }

  const retryAfterSeconds = Math.max(0, ...freeAgainAt.map((moment) => secondsUntil(moment, now)));
  if (retryAfterSeconds > 0) {
    const live = await findLiveCode(db, { recipient, purpose, now });
    return {
      outcome: 'tooSoon',
      retryAfterSeconds,
      codeExpiresInSeconds: live ? secondsUntil(live.expiresAt, now) : 0,
    };
  }
  return {
    outcome: 'claimed',
    mailId: await insertCodeMail(db, { recipient, purpose, requestedAt: now }),
  };
}

/*
 * When no SMS is left for a number's code, its holder sends us a code by SMS or USSD. The screen
 * shows a random code, which becomes the number's code when the number has sent it. Until then the
 * server stores nothing, so nobody can replace or use up another person's code.
 *
 * A code on a screen carries no warning, so a thief could persuade the holder to send it. Therefore
 * a number that has an account cannot be taken in this way, not even after a long silence.
 */

function proveBySmsError(
  { sms, support }: { sms: Sms | null; support: Support },
  retryAfterSeconds: number,
): AppError {
  if (!sms) return new AppError('SMS_UNAVAILABLE');
  const { ussdCode } = support;
  const toSend: CodeToSend = { code: randomCode(), number: sms.sender, ussdCode };
  return new AppError('PROVE_BY_SMS', { inputs: toSend, facts: { toSend }, retryAfterSeconds });
}

export async function takeSentCode(
  db: Database,
  { phoneNumber: recipient, code }: { phoneNumber: string; code: string },
  { clock, secret }: { clock: Clock; secret: string },
) {
  await db.transaction(async (tx) => {
    await lockRecipient(tx, recipient);
    const purpose = 'verify_phone';
    // No address, because the number doesn't say which screen shows the code.
    await issueCode(tx, { recipient, purpose, code, askedFrom: '' }, { now: clock(), secret });
  });
}
