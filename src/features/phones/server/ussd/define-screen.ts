import type { farmSizes, farmTypes } from '#farms/rules/farm.ts';
import type { Command } from '#phones/rules/arguments.ts';
import type { Unit } from '#products/rules/product.ts';
import type { Category } from '#products/rules/product-facts.ts';
import type { County } from '#rules/counties.ts';
import { type FieldText, fieldTexts } from '#rules/text/field-texts.ts';
import { cutToGsm7, toGsm7 } from '#rules/text/sms.ts';
import { m } from '#text';
import { runCommand } from '../run-command.ts';
import {
  isNumberTrusted,
  markHeard,
  needsPin,
  type PhoneCall,
  type SpeakerCall,
  say,
  sayPinNeeded,
  sayWithoutPin,
} from '../speakers.ts';

/** `netWeightKg`: of one unit; null for kg, or if unknown. */
export type Packing = { unit: Unit; netWeightKg: number | null };

type PersonName = { firstName: string; lastName: string };
export type Town = Position & { name: string; county: County };
type FarmType = (typeof farmTypes)[number];
type FarmSize = (typeof farmSizes)[number];
type NewFarm = { name: PersonName; town: Town; farmType: FarmType; farmSize: FarmSize };

/**
 * Lists keep the ids that their numbers refer to. `back` is left out for the main screen.
 * `language`: of a phone without an account.
 */
export type Screen = { back?: Screen; language?: Language } & (
  | { at: 'main' | 'crop' | 'verify' | 'pinOld' | 'ended' }
  | { at: 'pinNew'; isOldGiven?: true }
  | {
      at: 'orders' | 'products' | 'conversations' | 'differences' | 'lots';
      ids: number[];
      page: number;
    }
  | { at: 'order' | 'reject' | 'cancel' | 'code'; orderId: number }
  | { at: 'difference'; orderId: number; weighing: number }
  | { at: 'details'; orderId: number; page: number }
  /** `weights`: of the first lines, in kilograms. */
  | { at: 'weigh'; orderId: number; weights: number[] }
  | { at: 'product' | 'count' | 'newPrice' | 'endListing'; productId: number }
  | { at: 'lot'; lotId: number }
  | { at: 'sell' }
  | { at: 'sellCrop'; group: Category; page: number }
  | { at: 'sellUnit'; crop: string }
  | { at: 'sellQuantity'; crop: string; packing: Packing }
  | { at: 'sellPrice'; crop: string; packing: Packing; quantity: number }
  | { at: 'sellConfirm'; crop: string; packing: Packing; quantity: number; price: number }
  /** Later messages are left out, so that an answer is to what was read. */
  | { at: 'conversation'; conversationId: number; messageIds: number[]; page: number }
  | { at: 'reply'; conversationId: number }
  | { at: 'counter'; conversationId: number; offerId: number }
  | { at: 'joinName' }
  | { at: 'joinCounty'; name: PersonName }
  | { at: 'joinTown'; name: PersonName; county: County }
  | { at: 'joinPlace'; name: PersonName; towns: Town[] }
  | { at: 'joinType'; name: PersonName; town: Town }
  | { at: 'joinSize'; name: PersonName; town: Town; farmType: FarmType }
  | ({ at: 'joinReach' } & NewFarm)
  | ({ at: 'join'; geofenceRadius: number } & NewFarm)
  | { at: 'pin'; next: Screen }
  | { at: 'pin'; command: Command }
);
export type ScreenName = Screen['at'];
type ScreenAt<Name extends ScreenName> = Screen & { at: Name };

export const MAIN: Screen = { at: 'main' };
export const ENDED: Screen = { at: 'ended' };

/** A phone without an account begins in Swahili. */
export function languageOf(screen: Screen, account: { language: Language } | null): Language {
  if (account) return account.language;
  return screen.language ?? (screen.back ? languageOf(screen.back, null) : 'sw');
}

/** Only saveUssdStep writes the value. */
export const isState = (state: unknown): state is Screen =>
  typeof state === 'object' && state !== null && 'at' in state;

export type Stepped = { screen: Screen; said?: string };

export type On<Name extends ScreenName, Caller = SpeakerCall> = Caller & {
  screen: ScreenAt<Name>;
};

/** `show`: without "0 Back". `take`: null for an invalid input. */
export type Definition<Name extends ScreenName, Caller = SpeakerCall> = {
  show: (on: On<Name, Caller>) => string | Promise<string>;
  take: (on: On<Name, Caller>, input: string) => Stepped | null | Promise<Stepped | null>;
};

export const end = (said: string): Stepped => ({ screen: ENDED, said });

/** Asks for the PIN first if the phone may have changed hands. */
export function enter(on: SpeakerCall, screen: Screen): Stepped {
  if (isNumberTrusted(on)) return { screen };
  if (on.speaker.hasPin) return { screen: { at: 'pin', next: screen } };
  return end(sayPinNeeded(on));
}

export async function runFromMenu(on: On<ScreenName>, command: Command): Promise<Stepped> {
  if (!(await needsPin(on, command))) return runNow(on, command);
  if (!on.speaker.hasPin) return end(sayWithoutPin(on));
  return { screen: { at: 'pin', command, back: on.screen } };
}

export async function runNow(on: SpeakerCall, command: Command): Promise<Stepped> {
  await markHeard(on);
  return end(await runCommand(on, command));
}

const MORE = '00';
const LINES_OF_PAGE = 3;
export const LINE_CHARACTERS = 50;

/** In GSM 7-bit. */
export const USSD_CHARACTERS = 182;

export const BODY_CHARACTERS = USSD_CHARACTERS - '\n0 Back'.length;

type Paged = { page: number };
type PagedName = Extract<Screen, Paged>['at'];

export function nextPage(
  screen: ScreenAt<PagedName>,
  { input, count, size }: { input: string; count: number; size: number },
): Stepped | null {
  const isMore = input === MORE && count > (screen.page + 1) * size;
  return isMore ? { screen: { ...screen, page: screen.page + 1 } } : null;
}

/** The numbers continue over the pages. */
export function numbered(
  lines: readonly string[],
  { page, size, language }: Paged & { size: number; language: Language },
) {
  const first = page * size;
  const shown = lines.slice(first, first + size).map((line, at) => `${first + at + 1} ${line}`);
  const more = lines.length > first + size ? [say(language, m.smsMenuMore)] : [];
  return [...shown, ...more].join('\n');
}

/** A question with all of its answers on one page. */
export const menu = (question: string, lines: readonly string[], language: Language) =>
  `${question}\n${numbered(lines, { page: 0, size: lines.length, language })}`;

export const itemAt = <Item>(items: readonly Item[], input: string): Item | undefined =>
  /^\d{1,3}$/.test(input) ? items[Number(input) - 1] : undefined;

type ListName = Extract<Screen, { ids: number[] }>['at'];
type List = {
  /** Null if the item is gone; the others keep their numbers. */
  lineOf: (on: On<ListName>, id: number) => Promise<string | null>;
  open: (on: On<ListName>, id: number) => Screen | Promise<Screen>;
};

export const list = ({ lineOf, open }: List): Definition<ListName> => ({
  async show(on) {
    const { ids, page } = on.screen;
    const first = page * LINES_OF_PAGE;
    const shown = ids.slice(first, first + LINES_OF_PAGE);
    const lines = await Promise.all(shown.map((id) => lineOf(on, id)));
    const more = ids.length > first + LINES_OF_PAGE ? [say(on.language, m.smsMenuMore)] : [];
    const numberedLines = lines.flatMap((line, at) =>
      line === null ? [] : [`${first + at + 1} ${cutToGsm7(line, LINE_CHARACTERS)}`],
    );
    return [...numberedLines, ...more].join('\n');
  },
  async take(on, input) {
    const { ids } = on.screen;
    const next = nextPage(on.screen, { input, count: ids.length, size: LINES_OF_PAGE });
    if (next) return next;
    const id = itemAt(ids, input);
    return id === undefined ? null : { screen: await open(on, id) };
  },
});

export const figureIn = (input: string): number | null =>
  /^\d{1,7}(?:[.,]\d{1,2})?$/.test(input) ? Number(input.replace(',', '.')) : null;

type Judged<Value> =
  | { success: true; data: Value }
  | { success: false; error: { issues: readonly { message: string }[] } };
type Schema<Value> = { safeParse: (value: unknown) => Judged<Value> };

export function judge<Value>(
  { screen, language }: On<ScreenName, PhoneCall>,
  schema: Schema<Value>,
  value: unknown,
  goOn: (value: Value) => Stepped | Promise<Stepped>,
): Stepped | Promise<Stepped> {
  const judged = schema.safeParse(value);
  if (judged.success) return goOn(judged.data);
  const [{ message = '' } = {}] = judged.error.issues;
  // A cast: a schema's message is the key of its sentence.
  return { screen, said: toGsm7(fieldTexts[message as FieldText]({}, { locale: language })) };
}

export const isDigits = (input: string, length: number) =>
  input.length === length && /^\d+$/.test(input);

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
