import { relative } from 'node:path';
import type { ReportLine } from '../setup/report.ts';
import type { Guarantee } from './guarantees.ts';

type TestResult = { fullName: string; status: string };
/** What vitest's JSON says of a file; `name` is its whole path. */
export type FileResult = { name: string; status: string; assertionResults: TestResult[] };

type Seen = { lines: ReportLine[]; ran: FileResult[] };

const GUARANTEE = /\b[A-G][1-4]?\d\b/;

/** The table as Markdown: one line for each thing that was measured, and how many guarantees did not hold. */
export function tableOf(guarantees: Guarantee[], seen: Seen): { text: string; notHeld: number } {
  const rows = guarantees.map((guarantee) => rowsOf(guarantee, seen));
  const text = [
    '| guarantee | what was tried, how often | what was seen | |',
    '| --- | --- | --- | --- |',
    ...rows.flatMap((row) => row.cells.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)),
    '',
    `${rows.filter(({ verdict }) => verdict === 'held').length} held, ${rows.filter(({ verdict }) => verdict === 'NOT HELD').length} not held, ${rows.filter(({ verdict }) => verdict === 'not shown here').length} not shown here`,
  ];
  return { text: text.join('\n'), notHeld: rows.filter(({ verdict }) => verdict === 'NOT HELD').length };
}

function rowsOf(guarantee: Guarantee, { lines, ran }: Seen) {
  const { id, promise, elsewhere } = guarantee;
  const tests = testsOf(guarantee, ran);
  const failed = tests.filter(({ status }) => status === 'failed');
  const passed = tests.filter(({ status }) => status === 'passed');
  const verdict = failed.length > 0 ? 'NOT HELD' : passed.length > 0 ? 'held' : 'not shown here';
  const measured = lines.filter(({ guarantee: named }) => named === id).map(({ text }) => splitLine(text));
  const counted = verdict === 'not shown here' ? [guarantee.files.join(', '), 'did not run'] : countOf(guarantee, passed.length);
  const failures = failed.map(({ fullName }) => [fullName, 'failed']);
  const shown = measured.length > 0 && verdict !== 'not shown here' ? measured : failed.length > 0 ? [] : [counted];
  const cells = [...shown, ...failures];
  if (elsewhere) cells.push(['the rest', `not shown here: ${elsewhere}`]);
  return {
    verdict,
    cells: cells.map(([tried = '', what = ''], at) =>
      at === 0 ? [`${id} ${promise}`, tried, what, verdict] : ['', tried, what, ''],
    ),
  };
}

/** "50 requests under one key: one order" as what was tried and what was seen. */
function splitLine(text: string): [string, string] {
  const at = text.indexOf(': ');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 2)];
}

const countOf = ({ files }: Guarantee, passed: number): [string, string] => [
  `${passed} ${passed === 1 ? 'test' : 'tests'} of ${files.join(', ')}`,
  'all passed',
];

/** The tests whose names carry the guarantee's number; of a file where none does, those that carry no number. */
function testsOf({ id, files }: Guarantee, ran: FileResult[]): TestResult[] {
  return ran
    .filter(({ name }) => files.includes(relative('tests', name)))
    .flatMap((file) => {
      // It could not be loaded at all.
      if (file.assertionResults.length === 0) return [{ fullName: relative('.', file.name), status: file.status }];
      const named = file.assertionResults.filter(({ fullName }) => new RegExp(`\\b${id}\\b`).test(fullName));
      return named.length > 0 ? named : file.assertionResults.filter(({ fullName }) => !GUARANTEE.test(fullName));
    });
}
