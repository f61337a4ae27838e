/*
 * When no SMS is left that would bring the code for a number, its holder sends us a code, by SMS or
 * USSD, which costs us nothing. The screen shows a random code. From the moment when the number has
 * sent it, it is the number's code, and the screen enters it like one that we sent. Until then the
 * server stores nothing, so nobody can replace or use up what another person was asked to send.
 *
 * A thief who persuades the holder to send a code gets the number, as with a code that the holder
 * reads out. Unlike our SMS, a code on a screen carries no warning. So a number that has an account
 * cannot be taken in this way, not even after a long silence. The server answers other numbers with
 * what their SMS did, as long as the budget for answers lasts.
 */

import type { CodeToSend } from '#platform/rules/error-texts.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { issueCode, randomCode } from './codes/issue-code.ts';
import { lockEmail } from './codes/queries.ts';

/** The error that asks for it. */
export function proveBySmsError(
  { sms, support }: { sms: Sms | null; support: Support },
  retryAfterSeconds: number,
): AppError {
  if (!sms) return new AppError('SMS_UNAVAILABLE');
  const { ussdCode } = support;
  const toSend: CodeToSend = { code: randomCode(), number: sms.sender, ussdCode };
  return new AppError('PROVE_BY_SMS', { inputs: toSend, facts: { toSend }, retryAfterSeconds });
}

/** Takes the code that a number without an account has sent. */
export async function takeSentCode(
  db: Database,
  { phoneNumber: email, code }: { phoneNumber: string; code: string },
  { clock, secret }: { clock: Clock; secret: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockEmail(tx, email);
    const purpose = 'verify_phone';
    // Nobody's address: the number doesn't say which screen shows the code.
    await issueCode(tx, { email, purpose, code, askedFrom: '' }, { now: clock(), secret });
  });
}
