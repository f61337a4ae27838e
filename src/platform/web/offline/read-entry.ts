import { m } from '#text';
import { type Entry, type EntryParts, keyOfPlace } from './entry.ts';
import { findKind } from './kinds.ts';
import { type Check, has, isNumber, isObject, isText, orNull } from './stored-values.ts';

/*
 * Another version, or a user, may have written something that lacks what these pages need. Such an
 * entry stays in the list of pending changes, where it can be saved as a file and deleted.
 */

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
