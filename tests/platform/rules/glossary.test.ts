import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languages } from '#rules/language.ts';
import { root } from '#tests/setup/imports.ts';

function readTable(heading: string): string[][] {
  const [, section = ''] = readFileSync(join(root, 'docs/glossary.md'), 'utf8').split(
    `## ${heading}\n`,
  );
  const lines = section.split('\n## ')[0]?.match(/^\|.*\|$/gm) ?? [];
  const cellsOf = (line: string) => line.slice(1, -1).split('|');
  return lines.slice(2).map((line) => cellsOf(line).map((cell) => cell.trim()));
}

const wordsOf = (cell = '') =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => {
    const letters = word
      .replace(/\p{L}/u, (first) => `[${first}${first.toUpperCase()}]`)
      .replaceAll('*', '\\p{L}*');
    return new RegExp(`(?<![\\p{L}_-])${letters}(?![\\p{L}_-])`, 'gu');
  });

const terms = readTable('Terms').map(([english = '', swahili, , not]) => ({
  name: english.replace(/ \(.*/, ''),
  english: wordsOf(english),
  swahili: wordsOf(swahili),
  not: wordsOf(not),
}));
const exceptions = readTable('Exceptions').map(([key = '', term = '', reason = '']) => ({
  key: key.replaceAll('`', ''),
  term,
  reason,
}));

function sentencesOf(text: unknown): string {
  const sentences =
    typeof text === 'string'
      ? [text]
      : Object.values((text as { match: Record<string, string> }[])[0]?.match ?? {});
  return sentences.join('\n').replaceAll(/\{\w+\}|SokoShamba/g, '…');
}

const texts = Object.fromEntries(
  languages.map((language) => {
    const { $schema: _, ...entries } = JSON.parse(
      readFileSync(join(root, `src/platform/rules/text/${language}.json`), 'utf8'),
    );
    return [
      language,
      new Map(Object.entries(entries).map(([key, text]) => [key, sentencesOf(text)])),
    ];
  }),
) as Record<Language, Map<string, string>>;

const has = (text: string, words: RegExp[]) => words.some((word) => text.search(word) !== -1);

function termsIn(text: string) {
  const longestFirst = terms.toSorted((a, b) => b.name.length - a.name.length);
  let rest = text;
  return longestFirst.filter(({ english }) => {
    const isThere = has(rest, english);
    for (const word of english) rest = rest.replaceAll(word, '…');
    return isThere;
  });
}

const departures = [
  ...[...texts.en].flatMap(([key, text]) =>
    termsIn(text)
      .filter(({ swahili }) => !has(texts.sw.get(key) ?? '', swahili))
      .map(({ name }) => `${key}: ${name}`),
  ),
  ...languages.flatMap((language) =>
    [...texts[language]].flatMap(([key, text]) =>
      terms.filter(({ not }) => has(text, not)).map(({ name }) => `${key}: ${name}`),
    ),
  ),
];

const excepted = exceptions.map(({ key, term }) => `${key}: ${term}`);

test('the glossary has forty terms or more, each with its words in both languages', () => {
  expect(terms.length).toBeGreaterThanOrEqual(40);
  expect(new Set(terms.map(({ name }) => name)).size).toBe(terms.length);
  expect(
    terms.filter(({ english, swahili }) => english.length === 0 || swahili.length === 0),
  ).toEqual([]);
});

test('the glossary is followed by every text, except for the listed exceptions', () => {
  expect(departures.filter((departure) => !excepted.includes(departure))).toEqual([]);
});

test('the glossary: every exception has a reason, and still applies', () => {
  expect(exceptions.filter(({ reason }) => reason.length < 10)).toEqual([]);
  expect(excepted.filter((exception) => !departures.includes(exception))).toEqual([]);
});
