import { SMS_PHONE_MAX } from '#features/accounts/rules/sms-texts.ts';
import { SMS_NAME_MAX } from '#features/notifications/rules/limits.ts';
import { sumFarmersMoney } from '#features/orders/server/farmer-payments.ts';
import { SMS_GOODS_MAX } from '#features/phones/rules/limits.ts';
import { smsTexts } from '#features/phones/rules/sms-texts.ts';
import { dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import { amountInFigures } from '#platform/rules/money.ts';
import { cutToGsm7, SMS_CHARACTERS, toGsm7, wordsToGsm7 } from '#platform/rules/text/gsm7.ts';
import { AppError, errorText } from '#platform/server/app-error.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Support } from '#platform/server/config.ts';
import type { Database } from '#platform/server/db/database.ts';

type Texts = typeof smsTexts;
type Values<Name extends keyof Texts> = Texts[Name]['longest'];

/** A text for phones, in the user's language. */
export function say<Name extends keyof Texts>(
  language: Language,
  name: Name,
  values: Values<Name>,
): string {
  // A cast, because TypeScript cannot pair a text with its values by name.
  return (smsTexts[name].text as (values: Values<Name>, options: { locale: Language }) => string)(
    values,
    { locale: language },
  );
}

export const shortName = (name: string) => wordsToGsm7(name, SMS_NAME_MAX);
export const shortGoods = (goods: string) => wordsToGsm7(goods, SMS_GOODS_MAX);

/**
 * The reason for a refusal, in the same words as on the screens.
 * @throws every other error
 */
export function sayRefusal(error: unknown, language: Language): string {
  if (!(error instanceof AppError)) throw error;
  return cutToGsm7(errorText(error, language), SMS_CHARACTERS);
}

type Helped = { support: Support };

export const phoneOf = ({ support }: Helped) => ({
  phone: cutToGsm7(support.phone, SMS_PHONE_MAX),
});

/** Without a PIN, a phone that may have changed hands can only be helped elsewhere. */
export const sayPinNeeded = (language: Language, services: Helped) =>
  say(language, 'pinNeeded', phoneOf(services));
export const sayBuyersHelp = (language: Language, services: Helped) =>
  say(language, 'helpBuyer', phoneOf(services));
export const sayPinLocked = (language: Language, services: Helped) =>
  say(language, 'pinLocked', phoneOf(services));

/** Also warns a holder who was talked into it. */
export const sayCodeTaken = (language: Language, services: Helped) =>
  say(language, 'codeTaken', phoneOf(services));

/** Joins as many parts as fit, and counts the rest. */
export function fitParts(
  parts: readonly string[],
  { joint, characters }: { joint: string; characters: number },
) {
  let text = '';
  let count = 0;
  for (const part of parts) {
    const longer = count === 0 ? part : `${text}${joint}${part}`;
    if (longer.length > characters) break;
    text = longer;
    count += 1;
  }
  return { text, count, left: parts.length - count };
}

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

/** An amount in KES, without ".00": "2,400". */
export const shortAmount = (kes: number): string => amountInFigures(kes).replace(/\.00$/, '');

/** "17:10 today", "kesho 17:10", "4/3 17:10", in Nairobi. */
export function momentText(
  moment: Date,
  { language, now }: { language: Language; now: Date },
): string {
  const time = new Intl.DateTimeFormat('en-KE', {
    timeZone: 'Africa/Nairobi',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(moment);
  const [day, today] = [dayInNairobi(moment), dayInNairobi(now)];
  if (day === today) return say(language, 'today', { time });
  if (day === daysAfter(today, 1)) return say(language, 'tomorrow', { time });
  const [, month, date] = day.split('-').map(Number);
  return `${date}/${month} ${time}`;
}

/** The sum that buyers have paid, the farmer's part so far, and the sum still due, with its day. */
export async function sayMoney(
  db: Database,
  { userId, language }: { userId: number; language: Language },
  { clock }: { clock: Clock },
): Promise<string> {
  const { received, inHand, due, payouts } = await sumFarmersMoney(db, userId);
  const amounts = { received: shortAmount(received), inHand: shortAmount(inHand) };
  if (due === 0) return say(language, 'moneyAll', amounts);
  const when = whenDue({ due, payouts }, { language, now: clock() });
  return say(language, 'money', { ...amounts, due: shortAmount(due), when });
}

type Due = Pick<Awaited<ReturnType<typeof sumFarmersMoney>>, 'due' | 'payouts'>;

function whenDue({ due, payouts }: Due, about: { language: Language; now: Date }): string {
  const { language, now } = about;
  const { heldUntil } = payouts;
  if (payouts.due === 0) return say(language, 'moneyCompleted', {});
  if (payouts.due < due) return say(language, 'moneyBoth', {});
  return heldUntil && heldUntil > now
    ? say(language, 'moneyUntil', { moment: momentText(heldUntil, about) })
    : say(language, 'moneyNow', {});
}
