import type { PasswordHasher } from '#features/accounts/server/passwords.ts';
import { provesPerson } from '#features/accounts/server/trust-in-number.ts';
import { USSD_CHARACTERS } from '#features/phones/rules/limits.ts';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { type FieldText, fieldTexts } from '#platform/rules/text/field-texts.ts';
import { cutToGsm7, toGsm7 } from '#platform/rules/text/gsm7.ts';
import type { Database } from '#platform/server/db/database.ts';
import type { KnownSpeaker } from '../lines/queries.ts';
import type { CommandNeeds } from '../run-command.ts';
import { say, sayPinNeeded } from '../say.ts';
import { ENDED, type Screen, type ScreenAt, type ScreenName } from './screen.ts';

export type Needs = CommandNeeds & { passwords: PasswordHasher };

/** The next screen, and the text before it or at the end. */
export type Stepped = { screen: Screen; said?: string };

/** A phone on a screen. `speaker`: null on a phone without an account. */
export type On<Name extends ScreenName, Who = KnownSpeaker> = {
  db: Database;
  services: Needs;
  screen: ScreenAt<Name>;
  speaker: Who;
  phoneNumber: string;
  language: Language;
};

/** A screen: its text without "0 Back", and the step that an input takes; null if it is invalid. */
export type Definition<Name extends ScreenName, Who = KnownSpeaker> = {
  show: (on: On<Name, Who>) => string | Promise<string>;
  take: (on: On<Name, Who>, input: string) => Stepped | null | Promise<Stepped | null>;
};

/** Ends the session with a text. */
export const end = (said: string): Stepped => ({ screen: ENDED, said });

/** Opens a personal screen, after the PIN if the phone may have changed hands. */
export function enter({ speaker, services, language }: On<ScreenName>, screen: Screen): Stepped {
  if (provesPerson(speaker, services.clock())) return { screen };
  if (speaker.hasPin) return { screen: { at: 'pin', next: screen } };
  return end(sayPinNeeded(language, services));
}

const MORE = '00';
const LINES_OF_PAGE = 3;
/** For a line of a list, without its number. */
export const LINE_CHARACTERS = 50;
/** The state of a screen after "0 Back". */
export const BODY_CHARACTERS = USSD_CHARACTERS - '\n0 Back'.length;

type Paged = { page: number };
type PagedName = Extract<Screen, Paged>['at'];

/** The step to the next page, if there is one and it is wanted. */
export function nextPage(
  screen: ScreenAt<PagedName>,
  { input, count, size }: { input: string; count: number; size: number },
): Stepped | null {
  const isMore = input === MORE && count > (screen.page + 1) * size;
  return isMore ? { screen: { ...screen, page: screen.page + 1 } } : null;
}

/** Some numbered lines, and "00 More" if others follow. The numbers continue over the pages. */
export function numbered(
  lines: readonly string[],
  { page, size, language }: Paged & { size: number; language: Language },
): string {
  const first = page * size;
  const shown = lines.slice(first, first + size).map((line, at) => `${first + at + 1} ${line}`);
  const more = lines.length > first + size ? [say(language, m.smsMenuMore, {})] : [];
  return [...shown, ...more].join('\n');
}

/** The item with a typed number. */
export const itemAt = <Item>(items: readonly Item[], input: string): Item | undefined =>
  /^\d{1,3}$/.test(input) ? items[Number(input) - 1] : undefined;

type ListName = Extract<Screen, { ids: number[] }>['at'];
type List = {
  /** Without its number. Null: the item is gone, but the others keep their numbers. */
  lineOf: (on: On<ListName>, id: number) => Promise<string | null>;
  open: (on: On<ListName>, id: number) => Screen | Promise<Screen>;
};

/** A list of which a page is read each time it is shown. */
export const list = ({ lineOf, open }: List): Definition<ListName> => ({
  async show(on) {
    const { ids, page } = on.screen;
    const first = page * LINES_OF_PAGE;
    const shown = ids.slice(first, first + LINES_OF_PAGE);
    const lines = await Promise.all(shown.map((id) => lineOf(on, id)));
    const more = ids.length > first + LINES_OF_PAGE ? [say(on.language, m.smsMenuMore, {})] : [];
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

/** A quantity or an amount, with at most two decimals; null for anything else. */
export const figureIn = (input: string): number | null =>
  /^\d{1,7}(?:[.,]\d{1,2})?$/.test(input) ? Number(input.replace(',', '.')) : null;

type Judged<Value> =
  | { success: true; data: Value }
  | { success: false; error: { issues: readonly { message: string }[] } };
type Schema<Value> = { safeParse: (value: unknown) => Judged<Value> };

/** Goes on with a valid value, or says the schema's sentence, as a form does. */
export function judge<Value>(
  { screen, language }: On<ScreenName, unknown>,
  schema: Schema<Value>,
  value: unknown,
  goOn: (value: Value) => Stepped | Promise<Stepped>,
): Stepped | Promise<Stepped> {
  const judged = schema.safeParse(value);
  if (judged.success) return goOn(judged.data);
  const [{ message = '' } = {}] = judged.error.issues;
  // A cast, because a schema's message is the key of its sentence.
  return { screen, said: toGsm7(fieldTexts[message as FieldText]({}, { locale: language })) };
}

export const isDigits = (input: string, length: number): boolean =>
  input.length === length && /^\d+$/.test(input);
