/*
 * When no SMS is left for a number's code, its holder sends us a code by SMS or USSD. The screen
 * shows a random code, which becomes the number's code when the number has sent it. Until then the
 * server stores nothing, so nobody can replace or use up another person's code.
 *
 * A code on a screen carries no warning, so a thief could persuade the holder to send it. Therefore
 * a number that has an account cannot be taken in this way, not even after a long silence.
 */

import type { CodeToSend } from '#platform/rules/error-texts.ts';
import type { Sms } from '#platform/server/adapters/sms.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';
import { issueCode, randomCode } from './codes/issue-code.ts';
import { lockRecipient } from './codes/queries.ts';

export function proveBySmsError(
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
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockRecipient(tx, recipient);
    const purpose = 'verify_phone';
    // No address, because the number doesn't say which screen shows the code.
    await issueCode(tx, { recipient, purpose, code, askedFrom: '' }, { now: clock(), secret });
  });
}
