/*
 * Reads text as people see it: phones write ’ and U+2011, pasted text carries invisible marks, and
 * "ũ" is one code point or two. The classes are for `u` regular expressions. The database's
 * `fold_text` does the same, and a test compares both. It lists what is no letter, because
 * PostgreSQL has no classes by property.
 */

const APOSTROPHES =
  "'`\u00b4\u02b9-\u02bf\u02c8\u02ca\u02cb\u2018\u2019\u201b\u2032\u2035\ua78b\ua78c\uff07";
const HYPHENS = '\\-\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d';
/** Marks of direction, joiners, fillers of Hangul, selectors of an emoji's look. */
const INVISIBLE = '\\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0';
const ACCENTS =
  '\u0300-\u036f\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f';

const each = (characters: string) => new RegExp(`[${characters}]+`, 'gu');
const [apostrophes, hyphens, invisible, silent, noLetters] = [
  new RegExp(`[${APOSTROPHES}]`, 'gu'),
  new RegExp(`[${HYPHENS}]`, 'gu'),
  each(INVISIBLE),
  each(APOSTROPHES + INVISIBLE + ACCENTS),
  /[^\p{L}\p{M}\p{N}]+/gu,
];

const blank = new RegExp(`^[\\s\u2800${INVISIBLE}]*$`, 'u');

export const visible = (text: string) => (blank.test(text) ? '' : text);

/** Leaves one kind of apostrophe, hyphen and space. */
export const withPlainMarks = (text: string) =>
  text.replace(invisible, '').replace(apostrophes, "'").replace(hyphens, '-').replace(/\s+/gu, ' ');

/** Words for comparing: "Murang’a – GĨKŨYŨ" is "muranga gikuyu". */
export const fold = (text: string) =>
  text
    // An accent that stands alone would become a space.
    .replace(/\u00b4/gu, "'")
    .normalize('NFKD')
    .replace(silent, '')
    .toLowerCase()
    .replace(noLetters, ' ')
    .trim();

export const foldedWords = (text: string) => fold(text).split(' ').filter(Boolean);

/** "Homa Bay" and "homabay" are the same. */
export const foldedLetters = (text: string) => fold(text).replaceAll(' ', '');
