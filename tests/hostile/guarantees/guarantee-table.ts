import { relative } from 'node:path';
import type { ReportLine } from '#tests/setup/report.ts';

export type Guarantee = {
  id: string;
  promise: string;
  files: string[];
  isEmbedded?: true;
  elsewhere?: string;
};

/** A guarantee with only the files of its tests. */
export const row = (id: string, promise: string, ...files: string[]): Guarantee => ({
  id,
  promise,
  files,
});

type TestResult = { fullName: string; status: string };
export type FileResult = { name: string; seconds: number; tests: TestResult[] };

type Seen = { lines: ReportLine[]; ran: FileResult[] };

const GUARANTEE = /\b[A-G][1-9]\d{0,2}\b/;

type Table = {
  text: string;
  summary: string;
  notHeld: number;
};

export function tableOf(guarantees: Guarantee[], seen: Seen): Table {
  const rows = guarantees.map((guarantee) => rowsOf(guarantee, seen));
  const count = (wanted: string) => rows.filter(({ verdict }) => verdict === wanted).length;
  const textOf = (cells: string[][]) =>
    [
      '| guarantee | what was tried, how often | what was seen | |',
      '| --- | --- | --- | --- |',
      ...cells.map((line) => `| ${line.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
      '',
      `${count('held')} held, ${count('NOT HELD')} not held, ${count('not shown here')} not shown here`,
    ].join('\n');
  return {
    text: textOf(rows.flatMap(({ cells }) => cells)),
    summary: textOf(
      rows.flatMap(({ verdict, cells }) => (verdict === 'NOT HELD' ? cells : cells.slice(0, 1))),
    ),
    notHeld: count('NOT HELD'),
  };
}

function rowsOf(guarantee: Guarantee, { lines, ran }: Seen) {
  const { id, promise, elsewhere } = guarantee;
  const tests = testsOf(guarantee, ran);
  const failed = tests.filter(({ status }) => status === 'failed');
  const passed = tests.filter(({ status }) => status === 'passed');
  const verdict = failed.length > 0 ? 'NOT HELD' : passed.length > 0 ? 'held' : 'not shown here';
  const measured = lines
    .filter(({ guarantee: named }) => named === id)
    .map(({ text }) => splitLine(text));
  const counted =
    verdict === 'not shown here'
      ? [guarantee.files.join(', '), 'did not run']
      : countOf(guarantee, passed.length);
  const failures = failed.map(({ fullName }) => [fullName, 'failed']);
  const shown =
    measured.length > 0 && verdict !== 'not shown here'
      ? measured
      : failed.length > 0
        ? []
        : [counted];
  const cells = [...shown, ...failures];
  if (elsewhere) cells.push(['the rest', `not shown here: ${elsewhere}`]);
  return {
    verdict,
    cells: cells.map(([tried = '', what = ''], at) =>
      at === 0 ? [`${id} ${promise}`, tried, what, verdict] : ['', tried, what, ''],
    ),
  };
}

function splitLine(text: string): [string, string] {
  const at = text.indexOf(': ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
}

const countOf = ({ files }: Guarantee, passed: number): [string, string] => [
  `${passed} ${passed === 1 ? 'test' : 'tests'} of ${files.join(', ')}`,
  'all passed',
];

/**
 * The tests whose names contain the guarantee's id; from a file without any, those without an id at
 * all.
 */
function testsOf({ id, files }: Guarantee, ran: FileResult[]): TestResult[] {
  return ran
    .filter(({ name }) => files.includes(relative('tests', name)))
    .flatMap(({ tests }) => {
      const named = tests.filter(({ fullName }) => new RegExp(`\\b${id}\\b`).test(fullName));
      return named.length > 0 ? named : tests.filter(({ fullName }) => !GUARANTEE.test(fullName));
    });
}
