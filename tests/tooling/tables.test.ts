import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { type Figure, tableOf as tableOfFigures } from '#tests/bench/figures.ts';
import {
  type FileResult,
  type Guarantee,
  tableOf,
} from '#tests/hostile/guarantees/guarantee-table.ts';
import { putIntoDocument } from '#tooling/documents.ts';

const guarantee: Guarantee = {
  id: 'E42',
  promise: 'no order lost',
  files: ['hostile/faults/kills.test.ts'],
};
const line = (text: string) => ({ guarantee: 'E42', database: 'postgres', text });
const ran = (...tests: FileResult['tests']): FileResult[] => [
  { name: 'tests/hostile/faults/kills.test.ts', seconds: 1, tests },
];

describe('the table of guarantees', () => {
  const lines = [line('4 kills: none lost'), line('3 kills of Postgres: none lost')];

  test('lists what was tried and seen for each, and its summary the first line', () => {
    const { text, summary, notHeld } = tableOf([guarantee], {
      lines,
      ran: ran({ fullName: 'E42: kills', status: 'passed' }),
    });
    expect(text).toContain(
      '| E42 no order lost | 4 kills | none lost | held |\n|  | 3 kills of Postgres | none lost |  |',
    );
    expect(summary).toContain('| E42 no order lost | 4 kills | none lost | held |\n\n1 held');
    expect(notHeld).toBe(0);
  });

  test('a guarantee whose file hung is not held, whatever it had measured before, and the summary names the file', () => {
    const hung = {
      fullName: 'tests/hostile/faults/kills.test.ts did not end in 180 s',
      status: 'failed',
    };
    const { summary, notHeld } = tableOf([guarantee], { lines: [], ran: ran(hung) });
    expect(summary).toContain(
      '| E42 no order lost | tests/hostile/faults/kills.test.ts did not end in 180 s | failed | NOT HELD |',
    );
    expect(notHeld).toBe(1);
    expect(tableOf([guarantee], { lines, ran: ran(hung) }).notHeld).toBe(1);
  });

  test('a guarantee that did not run is neither held nor not held', () => {
    expect(tableOf([guarantee], { lines: [], ran: [] }).text).toContain(
      '0 held, 0 not held, 1 not shown here',
    );
  });
});

test('the table of figures names an area once and leaves out what was not measured', () => {
  const figures: Figure[] = [
    { area: 'orders', what: '8 clients', perSecond: 1234, p50: 2.5, p99: 10, ofBare: 0.7 },
    { area: 'orders', what: 'memory', megabytes: 140, note: 'at most' },
  ];
  expect(tableOfFigures(figures).split('\n').slice(2)).toEqual([
    '| orders | 8 clients | 1,234 | 2.5 | 10 | 0.7 |  |  |  |',
    '|  | memory |  |  |  |  |  | 140 | at most |',
  ]);
});

describe('a place in a document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'soko-document-'));
  const document = join(folder, 'page.md');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is replaced, and nothing around it changes', () => {
    writeFileSync(document, 'before\n<!-- bench -->\nold\n<!-- /bench -->\nafter\n');
    putIntoDocument(document, { name: 'bench', text: '| $& new |' });
    expect(readFileSync(document, 'utf8')).toBe(
      'before\n<!-- bench -->\n| $& new |\n<!-- /bench -->\nafter\n',
    );
  });

  test('that is missing is an error', () => {
    expect(() => putIntoDocument(document, { name: 'hostile', text: 'x' })).toThrow(
      'no place for hostile',
    );
  });
});
