import { expect, test } from 'vitest';
import { splitTable } from '#operator/rules/split-table.ts';

test('each part has the row of names, and the number of its first line', () => {
  const text = 'crop,price\nkale,10\nmaize,20\nbeans,30';
  expect(splitTable(text, 16)).toEqual([
    { firstLine: 2, text: 'crop,price\nkale,10\nmaize,20' },
    { firstLine: 4, text: 'crop,price\nbeans,30' },
  ]);
});

test('a quoted cell with line breaks stays whole', () => {
  const text = 'crop,note\nkale,"one\ntwo\nthree"\nmaize,x';
  expect(splitTable(text, 5)).toEqual([
    { firstLine: 2, text: 'crop,note\nkale,"one\ntwo\nthree"' },
    { firstLine: 5, text: 'crop,note\nmaize,x' },
  ]);
});

test('no line is lost, whatever the size of a part', () => {
  const lines = Array.from({ length: 50 }, (_, at) => `kale ${at},${at}`);
  for (const size of [1, 7, 60, 10_000]) {
    const parts = splitTable(['crop,price', ...lines].join('\r\n'), size);
    expect(parts.flatMap(({ text }) => text.split('\n').slice(1))).toEqual(lines);
  }
});

test('a file without rows has no parts', () => {
  expect(splitTable('crop,price', 10)).toEqual([]);
});
