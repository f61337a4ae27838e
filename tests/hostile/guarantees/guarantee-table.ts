import { relative } from 'node:path';
import type { ReportLine } from '#tests/setup/report.ts';

export type Guarantee = {
  id: string;
  promise: string;
  files: string[];
  isEmbedded?: boolean;
  elsewhere?: string;
};

/** By id, what is promised and the files of its tests, as paths below tests/ without `.test.ts`. */
export type Rows = Record<string, [promise: string, ...files: string[]]>;

const within = (folder: string) => (name: string) => `${folder}/${name}`;
export const accounts = within('features/accounts');
export const orders = within('features/orders/orders');
export const payments = within('features/orders/payments');
export const settlement = within('features/orders/settlement');
export const messages = within('features/messages');
export const webhooks = within('features/webhooks');
export const phones = within('features/phones');
export const prices = within('features/prices');
export const operator = within('features/operator');
export const standing = within('features/standing-orders');
export const rest = within('app/rest');
export const uploads = within('app/rest/uploads');
export const hostile = within('hostile');
export const faults = within('hostile/faults');
export const server = within('platform/server');
export const privacy = within('features/privacy');
export const farms = within('features/farms');
export const notifications = within('features/notifications');

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
  const withStatus = (wanted: string) =>
    testsOf(guarantee, ran).filter(({ status }) => status === wanted);
  const [failed, passed] = [withStatus('failed'), withStatus('passed')];
  const verdict = failed.length > 0 ? 'NOT HELD' : passed.length > 0 ? 'held' : 'not shown here';
  const measured = lines
    .filter(({ guarantee: named }) => named === id)
    .map(({ text }) => splitLine(text));
  const files = guarantee.files.join(', ');
  const tests = `${passed.length} ${passed.length === 1 ? 'test' : 'tests'}`;
  const counted =
    verdict === 'not shown here' ? [files, 'did not run'] : [`${tests} of ${files}`, 'all passed'];
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

/** The tests whose names contain the id; from a file without any, those without an id at all. */
function testsOf({ id, files }: Guarantee, ran: FileResult[]): TestResult[] {
  return ran
    .filter(({ name }) => files.includes(relative('tests', name)))
    .flatMap(({ tests }) => {
      const named = tests.filter(({ fullName }) => new RegExp(`\\b${id}\\b`).test(fullName));
      return named.length > 0 ? named : tests.filter(({ fullName }) => !GUARANTEE.test(fullName));
    });
}
