import { writeFileSync } from 'node:fs';
import { crops } from '#products/rules/crops.ts';

/** The id's words, Swahili and one more. Every visitor's first page contains them. */
const NAMES_MAX = 3;

export function makeDrawnCrops() {
  const words = new Map<string, string[]>();
  for (const { picture, names } of crops) {
    if (picture !== null)
      words.set(picture, [...(words.get(picture) ?? []), ...names.slice(0, NAMES_MAX)]);
  }
  const lines = [...words]
    .sort()
    .map(([picture, all]) => `  ${nameOf(picture)}: ${quoted(withoutLonger(all).join())},`);
  return [
    '// Made from crops.ts by `npm run crops`.',
    '',
    '/**',
    ' * The pictures of crops (files in web/public/art/crops), and the words in a product’s name for',
    ' * which each is shown.',
    ' */',
    '// biome-ignore format: one picture a line',
    'export const drawnCrops: Record<string, string> = {',
    ...lines,
    '};',
    '',
  ].join('\n');
}

const withoutLonger = (words: string[]) =>
  [...new Set(words)].filter(
    (word) =>
      !words.some((other) => other !== word && formsOf(word).some((form) => holds(form, other))),
  );
const formsOf = (word: string) => [word, word.replace(/s$/, ''), word.replace(/es$/, '')];
const holds = (text: string, word: string) => ` ${text} `.includes(` ${word} `);

const nameOf = (picture: string) => (picture.includes('-') ? `'${picture}'` : picture);
const quoted = (text: string) => (text.includes("'") ? `"${text}"` : `'${text}'`);

// `npm run crops`
if (process.argv[1] === import.meta.filename)
  writeFileSync('src/features/products/rules/drawn-crops.ts', makeDrawnCrops());
