import { OTP_VALIDITY_SECONDS } from '#rules/limits.ts';
import { isPhoneNumber } from '#rules/phone-number.ts';
import { AppError } from '#server/app-error.ts';
import { createFairQueue } from '#server/fair-queue.ts';
import { networksOf } from '#server/http/client-address.ts';
import { putInOutbox } from '#server/outbox.ts';
import type { Claimed } from '#server/rate-limits.ts';
import type { CodePurpose, OtpPurpose, SendOtp } from '../rules/account-input.ts';
import { findAccount, findUser } from './account-queries.ts';
import { claimCode, claimCodeMail, claimNewcomerMail, countReset } from './claim-code.ts';
import {
  addressOf,
  codeLetter,
  codeSms,
  findAddressee,
  findCurrentUser,
  hashClientAddress,
  issueCode,
  withdrawCode,
} from './one-time-codes.ts';
import { hasLoginPass } from './passwords.ts';
import { resetCode } from './reset-password.ts';
import { findNumberFacts, isNumberFree, provesWithPassword } from './trust-in-number.ts';

/**
 * Anybody may ask for a code, so mails leave through one fair queue: a flood from many networks
 * delays itself, not a quiet network.
 */
const codeQueue = createFairQueue({
  atOnce: 16,
  waitingPerClient: 40,
  waitingMax: 1000,
  waitMilliseconds: 3000,
});

/**
 * `isForNewcomer`: no verified account has the email, so its owner has not agreed to our mails yet.
 * `isAddition`: adds the email to the requester's account. `isForOther`: the phone number is not
 * the requester's own; its owner may be a farmer with an agent.
 */
type Issued = {
  codeId: number;
  code: string;
  mailId: number;
  to: string;
  isForNewcomer: boolean;
  isAddition: boolean;
  isForOther: boolean;
  userId: number | null;
};

/**
 * Limits are checked first. Answers reveal no account: a reset code goes only to an existing
 * account, but others get the same answer; and when too many codes went to people without an
 * account, everybody hears that none was sent. Without an SMS left, the number's holder sends us a
 * code (claim-code.ts).
 */
export async function requestCode(
  call: Call,
  { purpose, language = call.language, ...addressee }: SendOtp,
) {
  const { db, clientAddress } = call;
  const currentUserId = (await findCurrentUser(call, purpose))?.userId ?? null;
  const recipient = addressOf(addressee);
  const isBySms = isPhoneNumber(recipient);
  if (isBySms && !call.sms) throw new AppError('SMS_UNAVAILABLE');
  const claimed = await claimCode(
    db,
    { purpose, address: recipient, currentUserId, clientAddress },
    call,
  );
  const leadSeconds = purpose === 'password_reset' ? await countReset(clientAddress, call) : 0;
  const issued = await db
    .transaction(async (tx) => {
      const claim = await claimCodeMail(tx, { recipient, purpose, now: call.clock() });
      if (claim.outcome === 'tooSoon') {
        const { retryAfterSeconds, codeExpiresInSeconds } = claim;
        throw new AppError(isBySms ? 'SMS_CODE_TOO_SOON' : 'CODE_TOO_SOON', {
          inputs: { seconds: retryAfterSeconds },
          retryAfterSeconds,
          codeExpiresInSeconds,
        });
      }
      return issueFor(
        tx,
        {
          recipient,
          purpose,
          language,
          clientAddress,
          mailId: claim.mailId,
          currentUserId,
          leadSeconds,
        },
        call,
      );
    })
    .catch(async (error: unknown) => {
      // The answer reveals an account, so it counts like a code.
      await claimed?.giveBack({
        keepsAskers:
          error instanceof AppError && ['PHONE_TAKEN', 'EMAIL_TAKEN'].includes(error.code),
      });
      throw error;
    });
  if (!issued) return { expiresInSeconds: OTP_VALIDITY_SECONDS };
  const sending = { ...issued, purpose, language, claimed };
  if (claimed && isBySms) await smsCode(call, { ...sending, claimed });
  else if (purpose !== 'verify_phone') await mailCode(call, { ...sending, purpose });
  return { expiresInSeconds: OTP_VALIDITY_SECONDS };
}

type Request = {
  recipient: string;
  purpose: CodePurpose;
  language: Language;
  clientAddress: string;
  mailId: number;
  currentUserId: number | null;
  leadSeconds: number;
};

/**
 * Null for a password reset: the outbox creates its code, so that all answers take equally long.
 */
async function issueFor(
  db: Database,
  { recipient, purpose, language, clientAddress, mailId, currentUserId, leadSeconds }: Request,
  { clock, secret }: Call,
): Promise<Issued | null> {
  const now = clock();
  const askedFrom = hashClientAddress(secret, clientAddress);
  let to = recipient;
  let isForNewcomer = true;
  let isAddition = false;
  let isForOther = false;
  let userId: number | null = null;
  switch (purpose) {
    case 'password_reset': {
      const networks = networksOf(clientAddress).map((network) =>
        hashClientAddress(secret, network),
      );
      const reset = resetCode({ email: recipient, language, askedFrom, networks });
      await putInOutbox(db, { ...reset, leadSeconds }, now);
      return null;
    }
    case 'signup': {
      const account = await findAccount(db, recipient);
      if (account?.emailVerifiedAt) throw new AppError('EMAIL_TAKEN', { field: 'email' });
      isAddition = currentUserId !== null && (await findUser(db, currentUserId))?.email === null;
      break;
    }
    case 'login': {
      const account = await findAddressee(db, recipient);
      if (!account || !(await hasLoginPass(db, account.id, now)))
        throw new AppError('LOGIN_FAILED');
      // The stored address, not the typed one: addresses that the database treats as equal may be
      // different mailboxes.
      if (
        isPhoneNumber(recipient) &&
        !provesWithPassword(await findNumberFacts(db, account.id), now)
      ) {
        throw new AppError('NUMBER_DOUBTFUL');
      }
      to = isPhoneNumber(recipient) ? recipient : (account.email ?? recipient);
      isForNewcomer = !account.emailVerifiedAt;
      userId = account.id;
      break;
    }
    case 'verify_phone': {
      // Otherwise a logged-in user could use up the codes of any number.
      const isFree = await isNumberFree(db, { phoneNumber: recipient, userId: currentUserId }, now);
      if (!isFree) throw new AppError('PHONE_TAKEN', { field: 'phoneNumber' });
      userId = currentUserId;
      isForOther =
        currentUserId !== null && (await findUser(db, currentUserId))?.phoneNumber !== recipient;
      break;
    }
  }
  return {
    ...(await issueCode(db, { recipient, purpose, askedFrom }, { now, secret })),
    mailId,
    to,
    isForNewcomer,
    isAddition,
    isForOther,
    userId,
  };
}

type CodeMail = Issued & {
  purpose: OtpPurpose;
  language: Language;
  claimed: Claimed | null;
};

async function mailCode(
  call: Call,
  { codeId, mailId, isForNewcomer, claimed, userId: _, ...letter }: CodeMail,
) {
  const { db, clientAddress, mailer, withoutSlot, clock, support, log, metrics } = call;
  const { purpose } = letter;
  let taken = claimed;
  try {
    if (isForNewcomer) taken ??= await claimNewcomerMail({ purpose, clientAddress }, call);
    const mail = codeLetter({ ...letter, supportEmail: support.email });
    await withoutSlot(() => codeQueue.run(clientAddress, () => mailer.send(mail)));
    metrics.codeMails.inc({ purpose, outcome: 'sent' });
  } catch (error) {
    await taken?.giveBack();
    await withdrawCode(db, { codeId, mailId, now: clock() });
    if (error instanceof AppError) throw error;
    metrics.codeMails.inc({ purpose, outcome: 'failed' });
    log.warn({ err: error }, 'a code could not be mailed');
    throw new AppError('CODE_MAIL_FAILED', {}, error);
  }
}

type IssuedSms = Issued & { purpose: CodePurpose; language: Language; claimed: Claimed };

async function smsCode(call: Call, { codeId, mailId, to, userId, claimed, ...code }: IssuedSms) {
  const { db, clock } = call;
  const outcome = await call.accountSms.send(
    db,
    { userId, to, kind: 'code', text: codeSms(code), claimed },
    call,
  );
  if (outcome === 'sent') return;
  await withdrawCode(db, { codeId, mailId, now: clock() });
  throw new AppError('CODE_SMS_FAILED');
}
