import { sumFarmersMoney } from '#features/orders/server/farmer-payments.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { cutToGsm7, SMS_CHARACTERS, toGsm7 } from '#platform/rules/text/gsm7.ts';
import { callNow, momentText, orCall, shortAmount } from '#platform/rules/text/sms-words.ts';
import { AppError, errorText } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';

type Text<Values> = (values: Values, options: { locale: Language }) => string;

/** A text in the user's language. */
export const say = <Values>(language: Language, text: Text<Values>, values: Values): string =>
  text(values, { locale: language });

/**
 * The reason for a refusal, in the same words as on the screens.
 * @throws every other error
 */
export function sayRefusal(error: unknown, language: Language): string {
  if (!(error instanceof AppError)) throw error;
  return cutToGsm7(errorText(error, language), SMS_CHARACTERS);
}

type Helped = { support: Support };

/** Without a PIN, a phone that may have changed hands can only be helped elsewhere. */
export const sayPinNeeded = (language: Language, { support }: Helped) =>
  m.smsPinNeeded({ orCall: orCall(support, { locale: language }) }, { locale: language });
export const sayBuyersHelp = (language: Language, { support }: Helped) =>
  m.smsHelpBuyer({ orCall: orCall(support, { locale: language }) }, { locale: language });
export const sayPinLocked = (language: Language, { support }: Helped) =>
  m.smsPinLocked({ act: callNow(support, { locale: language }) }, { locale: language });

/** Also warns a holder who was talked into it. */
export const sayCodeTaken = (language: Language, { support }: Helped) =>
  m.smsCodeTaken({ act: callNow(support, { locale: language }) }, { locale: language });

/** A long text in plain characters, in pieces that fit on a screen, cut between words. */
export function piecesOf(text: string, characters: number): string[] {
  const pieces: string[] = [];
  let rest = toGsm7(text).trim();
  while (rest.length > characters) {
    const blank = rest.lastIndexOf(' ', characters);
    const end = blank > 0 ? blank : characters;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return [...pieces, rest];
}

/** The sum that buyers have paid, the farmer's part so far, and the sum still due, with its day. */
export async function sayMoney(
  db: Database,
  { userId, language }: { userId: number; language: Language },
  { clock }: { clock: Clock },
): Promise<string> {
  const { received, inHand, due, payouts } = await sumFarmersMoney(db, userId);
  const amounts = { received: shortAmount(received), inHand: shortAmount(inHand) };
  if (due === 0) return say(language, m.smsMoneyAll, amounts);
  const when = whenDue({ due, payouts }, { language, now: clock() });
  return say(language, m.smsMoney, { ...amounts, due: shortAmount(due), when });
}

type Due = Pick<Awaited<ReturnType<typeof sumFarmersMoney>>, 'due' | 'payouts'>;

function whenDue({ due, payouts }: Due, about: { language: Language; now: Date }): string {
  const { language, now } = about;
  const { heldUntil } = payouts;
  if (payouts.due === 0) return say(language, m.smsMoneyCompleted, {});
  if (payouts.due < due) return say(language, m.smsMoneyBoth, {});
  return heldUntil && heldUntil > now
    ? say(language, m.smsMoneyUntil, { moment: momentText(heldUntil, { locale: language, now }) })
    : say(language, m.smsMoneyNow, {});
}
