/*
 * A six-digit code can be guessed, so one update counts every guess and locks the code before it is
 * compared: of fifty simultaneous guesses five are compared. Wrong guesses are also counted for a
 * day per recipient and purpose, in separate budgets for the address that requested the code and
 * for all others (decision 14), so that an owner under attack can still log in. Guesses without a
 * live code are not counted; otherwise anybody could lock anybody out.
 *
 * The caller's transaction must commit whatever the result is, because only a commit counts a wrong
 * guess.
 */

import { randomInt } from 'node:crypto';
import { OTP_VALIDITY_SECONDS } from '#rules/limits.ts';
import { isPhoneNumber } from '#rules/phone-number.ts';
import { writeLetter } from '#server/adapters/letter-layout.ts';
import { secondsAfter, secondsUntil } from '#server/clock.ts';
import { hmac, isSameHash } from '#server/hashes.ts';
import { m } from '#text';
import type { CodePurpose, OtpPurpose } from '../rules/account-input.ts';
import {
  OTP_ATTEMPTS_FROM_ELSEWHERE,
  OTP_ATTEMPTS_PER_DAY,
  OTP_ATTEMPTS_UNPACED,
  OTP_BUDGET_SECONDS,
  OTP_LENGTH,
  OTP_PACED_ATTEMPT_SECONDS,
} from '../rules/limits.ts';
import { findAccount, findAccountByPhone } from './account-queries.ts';
import {
  type CodeAddress,
  consumeCode,
  countWrongCodes,
  deleteCodeMail,
  findLiveCode,
  findUsedUpCode,
  insertCode,
  insertWrongCode,
  lockRecipient,
  takeAttempt,
  voidCode,
  voidLiveCodes,
} from './one-time-code-queries.ts';

export const randomCode = () => String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');

/** Voids the previous code. Only the HMAC is stored. */
export async function issueCode(
  db: Database,
  {
    askedFrom,
    code = randomCode(),
    ...address
  }: CodeAddress & { askedFrom: string; code?: string },
  { now, secret }: { now: Date; secret: string },
) {
  await voidLiveCodes(db, { ...address, now });
  const codeId = await insertCode(db, {
    ...address,
    askedFrom,
    codeHash: hashCode(secret, { ...address, code }),
    createdAt: now,
    expiresAt: secondsAfter(now, OTP_VALIDITY_SECONDS),
  });
  return { codeId, code };
}

/** Locks the recipient until the transaction ends. */
export async function voidCodes(
  db: Database,
  { recipient, now }: { recipient: string; now: Date },
) {
  await lockRecipient(db, recipient);
  await voidLiveCodes(db, { recipient, now });
}

type Reachable = { email: string | null; phoneNumber: string; phoneVerifiedAt: Date | null };

/** Always the email first, so that two calls cannot deadlock. */
export async function voidCodesOf(
  db: Database,
  { email, phoneNumber, phoneVerifiedAt }: Reachable,
  now: Date,
) {
  if (email !== null) await voidCodes(db, { recipient: email, now });
  if (phoneVerifiedAt) await voidCodes(db, { recipient: phoneNumber, now });
}

type Withdrawal = { codeId: number; mailId: number; now: Date };

/** Another code may then be requested at once. */
export async function withdrawCode(db: Database, { codeId, mailId, now }: Withdrawal) {
  await db.transaction(async (tx) => {
    await voidCode(tx, { id: codeId, now });
    await deleteCodeMail(tx, mailId);
  });
}

export const hashClientAddress = (secret: string, clientAddress: string) =>
  hmac(secret, 'code address', clientAddress);

/** Keyed, because all million codes can be hashed in a second. */
const hashCode = (secret: string, { recipient, purpose, code }: CodeAddress & { code: string }) =>
  hmac(secret, 'one-time code', recipient.toLowerCase(), purpose, code);

export type CodeCheck =
  | { outcome: 'right' }
  | { outcome: 'wrong' }
  /** The code is correct, but its attempts are used up. */
  | { outcome: 'usedUp' }
  | { outcome: 'tooMany'; retryAfterSeconds: number };

type Guess = CodeAddress & { code: string; clientAddress: string };
type Budget = CodeAddress & { isFromElsewhere: boolean };

/** With `consume: false`, a correct code stays live but loses one attempt. */
export async function verifyCode(
  db: Database,
  { code, clientAddress, ...address }: Guess,
  { now, secret, consume }: { now: Date; secret: string; consume: boolean },
): Promise<CodeCheck> {
  await lockRecipient(db, address.recipient);
  const aim = await findLiveCode(db, { ...address, now });
  if (!aim) return checkUsedUpCode(db, { code, ...address }, { now, secret });
  const budget = {
    ...address,
    isFromElsewhere: aim.askedFrom !== hashClientAddress(secret, clientAddress),
  };
  const waitSeconds = await secondsUntilNextGuess(db, budget, now);
  if (waitSeconds > 0) return { outcome: 'tooMany', retryAfterSeconds: waitSeconds };

  const live = await takeAttempt(db, { ...address, now });
  if (!live) return checkUsedUpCode(db, { code, ...address }, { now, secret });
  if (!isSameHash(live.codeHash, hashCode(secret, { ...address, code }))) {
    await insertWrongCode(db, { ...budget, guessedAt: now });
    return { outcome: 'wrong' };
  }
  if (consume && !(await consumeCode(db, { id: live.id, now }))) return { outcome: 'wrong' };
  return { outcome: 'right' };
}

/** For a reset, anybody without the correct code would learn that the account exists. */
async function checkUsedUpCode(
  db: Database,
  { code, ...address }: CodeAddress & { code: string },
  { now, secret }: { now: Date; secret: string },
): Promise<CodeCheck> {
  const codeHash = await findUsedUpCode(db, { ...address, now });
  const isRight = codeHash !== null && isSameHash(codeHash, hashCode(secret, { ...address, code }));
  return { outcome: isRight ? 'usedUp' : 'wrong' };
}

async function secondsUntilNextGuess(db: Database, budget: Budget, now: Date) {
  const { number, first, last } = await countWrongCodes(db, {
    ...budget,
    since: secondsAfter(now, -OTP_BUDGET_SECONDS),
  });
  const unpaced = budget.isFromElsewhere ? OTP_ATTEMPTS_FROM_ELSEWHERE : OTP_ATTEMPTS_UNPACED;
  const whole = budget.isFromElsewhere
    ? OTP_ATTEMPTS_FROM_ELSEWHERE
    : OTP_ATTEMPTS_PER_DAY - OTP_ATTEMPTS_FROM_ELSEWHERE;
  if (number < unpaced || !first || !last) return 0;
  const freeAt =
    number < whole
      ? secondsAfter(last, OTP_PACED_ATTEMPT_SECONDS)
      : secondsAfter(first, OTP_BUDGET_SECONDS);
  return secondsUntil(freeAt, now);
}

const subjects = {
  signup: m.mailCodeSubjectSignup,
  login: m.mailCodeSubjectLogin,
  password_reset: m.mailCodeSubjectReset,
} as const satisfies Record<OtpPurpose, unknown>;

type CodeLetter = {
  to: string;
  language: Language;
  purpose: OtpPurpose;
  code: string;
  supportEmail: string;
  isAddition?: boolean;
};

/** The subject omits the code, because it would show on a locked screen. */
export function codeLetter({ purpose, language, isAddition = false, ...letter }: CodeLetter) {
  const locale = { locale: language };
  const minutes = OTP_VALIDITY_SECONDS / 60;
  return writeLetter({
    ...letter,
    language,
    subject: isAddition ? m.mailCodeSubjectAddition({}, locale) : subjects[purpose]({}, locale),
    paragraphs: [m.mailCodeValidity({ minutes }, locale), m.mailCodeWarning({}, locale)],
  });
}

/** `isForOther`: the recipient tells the code to somebody else, such as an agent. */
type CodeOf = { purpose: CodePurpose; code: string; language: Language; isForOther?: boolean };

export function codeSms({ purpose, code, language, isForOther = false }: CodeOf) {
  const values = { code, minutes: OTP_VALIDITY_SECONDS / 60 };
  const options = { locale: language };
  if (purpose === 'login') return m.smsCodeLogin(values, options);
  if (purpose === 'password_reset') return m.smsCodeReset(values, options);
  return (isForOther ? m.smsCodeConsent : m.smsCodeVerify)(values, options);
}

type Addressee = { email?: string | undefined; phoneNumber?: string | undefined };

/** The schema guarantees that there is one. */
export const addressOf = ({ email, phoneNumber }: Addressee) => email ?? phoneNumber ?? '';

export const findAddressee = (db: Database, address: string) =>
  isPhoneNumber(address) ? findAccountByPhone(db, address) : findAccount(db, address);

/** Every other code is for a visitor without a session. */
export const findCurrentUser = async ({ session }: Call, purpose: CodePurpose) =>
  purpose === 'verify_phone' || purpose === 'signup' ? session() : null;

/** The key for counting wrong passwords of an account, for either kind of login. */
export const loginName = ({ email, phoneNumber }: { email: string | null; phoneNumber: string }) =>
  email ?? phoneNumber;

/** Without a verified address the account holds nothing and may not be its owner's. */
export const hasVerifiedAddress = ({
  emailVerifiedAt,
  phoneVerifiedAt,
}: {
  emailVerifiedAt: Date | null;
  phoneVerifiedAt: Date | null;
}) => emailVerifiedAt !== null || phoneVerifiedAt !== null;
