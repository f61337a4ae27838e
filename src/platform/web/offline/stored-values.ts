import { m } from '#text';
import { type Entry, type EntryParts, keyOfPlace } from './entry.ts';
import { findKind } from './kinds.ts';

/*
 * Checks of values that another version may have stored. Not schemas, because every page loads the
 * queue, even pages without schemas.
 */

export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => Number.isFinite(value);
export const isFlag: Check = (value) => typeof value === 'boolean';
export const isObject: Check = (value) => typeof value === 'object' && value !== null;

export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
export const isListOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
export const has =
  (checks: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) &&
    Object.entries(checks).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    );

type Part = EntryParts[string] | undefined;

/** Throws if the part is missing, because half a sentence is useless. */
function given(part: Part): string | number {
  if (part === undefined || part === null) throw new Error('A part of an entry is missing');
  return part;
}

export const textOf = (part: Part): string => String(given(part));
export const numberOf = (part: Part): number => Number(given(part));

const isDate: Check = (value) => isText(value) && !Number.isNaN(Date.parse(String(value)));
const isPart: Check = (value) => value === null || isText(value) || isNumber(value);

const isParts: Check = (value) => isObject(value) && Object.values(value as object).every(isPart);

const hasShape = has({
  key: isText,
  kind: isText,
  subject: isText,
  parts: isParts,
  place: isNumber,
  tries: isNumber,
  writtenAt: isDate,
  fileCount: isNumber,
  bytes: isNumber,
  clockOffsetMilliseconds: orNull(isNumber),
  refusal: orNull(has({ sentence: isText, code: orNull(isText), facts: isObject })),
});

/**
 * Another version, or a user, may have written something that lacks what these pages need. Such an
 * entry stays in the list of pending changes, where it can be saved as a file and deleted.
 */
export function readEntry(stored: unknown): Entry {
  return isEntry(stored) ? stored : unreadable(stored);
}

function isEntry(stored: unknown): stored is Entry {
  if (!hasShape(stored)) return false;
  const { kind, input } = stored as Entry;
  return findKind(kind)?.isInput(input) ?? true;
}

function unreadable(stored: unknown): Entry {
  const { key, kind, subject, place, parts, tries, writtenAt, bytes } = (stored ?? {}) as {
    [name in keyof Entry]?: unknown;
  };
  return {
    key: typeof key === 'string' ? key : keyOfPlace(place),
    kind: 'unreadable',
    subject: typeof subject === 'string' ? subject : keyOfPlace(place),
    input: stored,
    // The list shows the original kind if known (app/web/pending/entry-texts.ts).
    parts: { ...(isParts(parts) && (parts as EntryParts)), kind: String(kind) },
    isPassable: true,
    isUnreadable: true,
    place: typeof place === 'number' ? place : 0,
    tries: typeof tries === 'number' ? tries : 0,
    writtenAt: isDate(writtenAt) ? String(writtenAt) : '',
    fileCount: 0,
    bytes: typeof bytes === 'number' ? bytes : 0,
    clockOffsetMilliseconds: null,
    refusal: { sentence: m.queueUnreadable(), code: null, facts: {} },
  };
}
