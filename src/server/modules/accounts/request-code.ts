import type { Mailer } from '#server/adapters/mailer.ts';
import { AppError } from '#server/app-error.ts';
import type { Clock } from '#server/clock.ts';
import type { Support } from '#server/config.ts';
import type { Database } from '#server/db/database.ts';
import type { Logger } from '#server/log.ts';
import type { Metrics } from '#server/metrics.ts';
import { claimCodeMail } from '#server/modules/accounts/codes/claim-code-mail.ts';
import { hasLoginPass } from '#server/modules/accounts/sessions/login-pass.ts';
import { codeLetter } from '#server/modules/notifications/account-letters.ts';
import { putInOutbox } from '#server/modules/notifications/put-in-outbox.ts';
import type { RateLimits } from '#server/rate-limits.ts';
import type { Language } from '#shared/language.ts';
import { OTP_VALIDITY_SECONDS } from '#shared/limits.ts';
import type { OtpPurpose, SendOtp } from '#shared/otp.ts';
import { claimNewcomerMail } from './codes/claim-newcomer-mail.ts';
import { hashClientAddress, issueCode, withdrawCode } from './codes/issue-code.ts';
import { findAccount } from './people/queries.ts';

type Services = {
  clock: Clock;
  secret: string;
  mailer: Mailer;
  support: Support;
  log: Logger;
  metrics: Metrics;
  rateLimits: RateLimits;
};

/** `isForNewcomer`: no verified account has the email, so its owner has not agreed to mail from us yet. */
type Issued = { codeId: number; code: string; mailId: number; to: string; isForNewcomer: boolean };

/**
 * Mails a one-time code: for a signup to any email that no verified account has, for a login to a person who gave the password in the
 * last minutes, for a password reset to a person who has an account (everybody else gets the same answer). How often is checked first.
 * When too many mails have gone to emails without an account, the answer is the same and no mail is sent.
 * @throws AppError CODE_TOO_SOON, EMAIL_TAKEN, LOGIN_FAILED, CODE_MAIL_FAILED
 */
export async function requestCode(
  db: Database,
  { email, purpose, language, clientAddress }: SendOtp & { language: Language; clientAddress: string },
  services: Services,
) {
  const issued = await db.transaction(async (tx) => {
    const claim = await claimCodeMail(tx, { email, purpose, now: services.clock() });
    if (claim.outcome === 'tooSoon') {
      const { retryAfterSeconds, codeExpiresInSeconds } = claim;
      throw new AppError('CODE_TOO_SOON', { retryAfterSeconds, codeExpiresInSeconds });
    }
    const askedFrom = hashClientAddress(services.secret, clientAddress);
    return issueFor(tx, { email, purpose, language, askedFrom, mailId: claim.mailId }, services);
  });
  if (issued) await mailCode(db, { ...issued, purpose, language, clientAddress }, services);
  return { expiresInSeconds: OTP_VALIDITY_SECONDS };
}

type Request = SendOtp & { language: Language; askedFrom: string; mailId: number };

/** The code to mail now; null for a password reset, whose code is made by the outbox, so that the answer takes equally long for everyone. */
async function issueFor(
  db: Database,
  { email, purpose, language, askedFrom, mailId }: Request,
  { clock, secret }: { clock: Clock; secret: string },
): Promise<Issued | null> {
  const now = clock();
  let to = email;
  let isForNewcomer = true;
  switch (purpose) {
    case 'password_reset':
      await putInOutbox(
        db,
        { kind: 'resetCode', payload: { email, language, askedFrom }, validSeconds: OTP_VALIDITY_SECONDS },
        now,
      );
      return null;
    case 'signup': {
      const account = await findAccount(db, email);
      if (account?.emailVerifiedAt) throw new AppError('EMAIL_TAKEN', { field: 'email' });
      break;
    }
    case 'login': {
      const account = await findAccount(db, email);
      if (!account || !(await hasLoginPass(db, account.id, now))) throw new AppError('LOGIN_FAILED');
      // Not as typed: addresses that are equal to the database may be different mailboxes.
      to = account.email;
      isForNewcomer = !account.emailVerifiedAt;
      break;
    }
  }
  return { ...(await issueCode(db, { email, purpose, askedFrom }, { now, secret })), mailId, to, isForNewcomer };
}

type CodeMail = Issued & { purpose: OtpPurpose; language: Language; clientAddress: string };

/** Sends a code that was issued. When that fails the code is void, and the wait for another with it. @throws AppError CODE_MAIL_FAILED */
async function mailCode(db: Database, { codeId, mailId, isForNewcomer, clientAddress, ...letter }: CodeMail, services: Services) {
  const { mailer, clock, support, log, metrics, rateLimits } = services;
  const { purpose } = letter;
  const newcomerMail = isForNewcomer ? await claimNewcomerMail(rateLimits, clientAddress) : undefined;
  if (newcomerMail === null) {
    metrics.codeMails.inc({ purpose, outcome: 'withheld' });
    return;
  }
  try {
    await mailer.send(codeLetter({ ...letter, supportEmail: support.email }));
    metrics.codeMails.inc({ purpose, outcome: 'sent' });
  } catch (error) {
    metrics.codeMails.inc({ purpose, outcome: 'failed' });
    log.warn({ err: error }, 'a code could not be mailed');
    await newcomerMail?.giveBack();
    await withdrawCode(db, { codeId, mailId, now: clock() });
    throw new AppError('CODE_MAIL_FAILED', {}, error);
  }
}
