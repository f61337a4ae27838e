import { splitTable } from '#operator/rules/desk-texts.ts';

test.each([
  [
    'each part has the row of names, and the number of its first line',
    'crop,price\nkale,10\nmaize,20\nbeans,30',
    16,
    [
      { firstLine: 2, text: 'crop,price\nkale,10\nmaize,20' },
      { firstLine: 4, text: 'crop,price\nbeans,30' },
    ],
  ],
  [
    'a quoted cell with line breaks stays whole',
    'crop,note\nkale,"one\ntwo\nthree"\nmaize,x',
    5,
    [
      { firstLine: 2, text: 'crop,note\nkale,"one\ntwo\nthree"' },
      { firstLine: 5, text: 'crop,note\nmaize,x' },
    ],
  ],
  ['a file without rows has no parts', 'crop,price', 10, []],
])('%s', (_, text, size, parts) => expect(splitTable(text, size)).toEqual(parts));

test('no line is lost, whatever the size of a part', () => {
  const lines = Array.from({ length: 50 }, (_, at) => `kale ${at},${at}`);
  for (const size of [1, 7, 60, 10_000]) {
    const parts = splitTable(['crop,price', ...lines].join('\r\n'), size);
    expect(parts.flatMap(({ text }) => text.split('\n').slice(1))).toEqual(lines);
  }
});
