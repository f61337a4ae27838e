import type { EntryParts } from './entry.ts';

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
