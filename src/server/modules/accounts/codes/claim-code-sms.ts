import type { RateLimitRule, RateLimits } from '#server/rate-limits.ts';
import type { CodePurpose } from '#shared/otp.ts';

/**
 * An SMS that was counted. `giveBack`: none was sent. `isTaken`: because the number is somebody else's. Then it still counts for the person who
 * asked, or one could try all numbers to find those that have an account.
 */
export type CodeSms = { giveBack: (why?: { isTaken: boolean }) => Promise<void> };

/** The rules that count by who asks for a code, not by the number that it is for. */
const rulesOfAsker: ReadonlySet<RateLimitRule> = new Set(['newcomerSmsOfAddress', 'smsCodeOfPerson']);

type Claim = { purpose: CodePurpose; phoneNumber: string; clientAddress: string; currentUserId: number | null };

/**
 * Counts an SMS with a code, because each costs money. If none is sent, the count is given back: otherwise somebody without the password could
 * use up the login codes of any number by asking for them in vain.
 * @throws AppError TOO_MANY_ATTEMPTS
 */
export async function claimCodeSms(
  rateLimits: RateLimits,
  { purpose, phoneNumber, clientAddress, currentUserId }: Claim,
): Promise<CodeSms> {
  const rules: [RateLimitRule, ...string[]][] = [
    ['smsCodeOfAddress', clientAddress],
    // By purpose, so that resets, which anybody can ask for, leave the owner's login codes alone.
    ['smsCodeOfNumber', phoneNumber, purpose],
  ];
  // Anybody can have any phone ring: SMS for somebody who is not logged in have a small budget of their own, out of which nobody else's are paid.
  const isNewcomer = purpose === 'verify_phone' && currentUserId === null;
  if (isNewcomer) rules.push(['newcomerSmsOfAddress', clientAddress], ['newcomerSms']);
  else if (purpose === 'verify_phone') rules.push(['smsCodeOfPerson', String(currentUserId)]);
  const counted: typeof rules = [];
  const giveBack = async ({ isTaken } = { isTaken: false }) => {
    for (const rule of counted) if (!(isTaken && rulesOfAsker.has(rule[0]))) await rateLimits.giveBack(...rule);
  };
  try {
    for (const rule of rules) {
      // One that is refused is counted as well.
      counted.push(rule);
      await rateLimits.consume(...rule);
    }
  } catch (error) {
    await giveBack();
    throw error;
  }
  return { giveBack };
}
