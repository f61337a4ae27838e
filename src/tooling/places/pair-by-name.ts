import { editDistance } from '#platform/rules/text/spelling.ts';

const TOLERANCE = 0.25;

const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/gu, '');
const sortedWords = (name: string) =>
  name
    .toLowerCase()
    .replace(/['’]/gu, '')
    .split(/[^a-z]+/u)
    .sort()
    .join('');

const ways: ((a: string, b: string) => boolean)[] = [
  (a, b) => letters(a) === letters(b),
  (a, b) => sortedWords(a) === sortedWords(b),
  (a, b) => {
    const [x, y] = [sortedWords(a), sortedWords(b)];
    return editDistance(x, y) <= Math.max(x.length, y.length) * TOLERANCE;
  },
];

/** Each name is used once; the most certain matches come first. */
export function pairByName<A extends { name: string }, B extends { name: string }>(
  as: A[],
  bs: B[],
): Map<A, B> {
  const pairs = new Map<A, B>();
  const free = new Set(bs);
  for (const isSame of ways) {
    for (const a of as) {
      const match = pairs.has(a) ? undefined : [...free].find((b) => isSame(a.name, b.name));
      if (!match) continue;
      pairs.set(a, match);
      free.delete(match);
    }
  }
  return pairs;
}
