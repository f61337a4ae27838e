import { splitTable } from '#operator/rules/desk-texts.ts';
import { areNamesAlike, readStatement } from '#operator/server/read-statement.ts';
import { STATEMENT_COLUMNS, statementLine, statementOf } from '#tests/factories/statements.ts';

function read(text: string) {
  const found = readStatement(text);
  if (found.outcome !== 'read') throw new Error(`It is ${found.outcome}`);
  return found;
}
const day = (time: string) => new Date(`2026-03-01T${time}+03:00`);

test("M-Pesa's statement has a shortcode, a period and lines in Nairobi time", () => {
  const text = statementOf({
    lines: [
      { receipt: 'sgh7aa0001', paidIn: '1,250.00' },
      { receipt: 'SGH7AA0002', withdrawn: '-12,000.50', at: '01-03-2026 09:00' },
    ],
  });
  expect(read(text)).toMatchObject({
    shortcode: '600100',
    period: { startsAt: day('00:00:00'), endsAt: new Date('2026-03-02T00:00:00+03:00') },
    isCut: false,
    unreadable: [],
    lines: [
      {
        receipt: 'SGH7AA0001',
        paidInCents: 125_000,
        withdrawnCents: 0,
        completedAt: day('14:05:11'),
      },
      { receipt: 'SGH7AA0002', withdrawnCents: 1_200_050, completedAt: day('09:00:00') },
    ],
  });
});

const lines = [{ receipt: 'SGH7AA0001', paidIn: '250.00' }];
test.for([
  ['with a byte order mark', `\ufeff${statementOf({ lines })}`],
  ['with Windows line ends', statementOf({ lines }).replaceAll('\n', '\r\n')],
  [
    'with every cell quoted',
    statementOf({ lines })
      .replaceAll(
        /^(Receipt|SGH7).*$/gm,
        (row) => `"${row.replaceAll('"', '').replaceAll(',', '","')}"`,
      )
      .replace('1","000.00', '1,000.00'),
  ],
  ['with semicolons', statementOf({ lines }).replace('"1,000.00"', '1000.00').replaceAll(',', ';')],
  ['without a head', statementOf({ lines }).replace(/^.*\n\n/s, '')],
] as const)("M-Pesa's statement is read %s", ([, text]) => {
  expect(read(text)).toMatchObject({
    isCut: false,
    lines: [{ receipt: 'SGH7AA0001', paidInCents: 25_000, completedAt: day('14:05:11') }],
  });
});

test("M-Pesa's statement covers the time of its lines if its head has no period", () => {
  const text = [
    STATEMENT_COLUMNS,
    statementLine({ receipt: 'SGH7AA0002', at: '2026-03-01 16:00:00' }),
    statementLine({ receipt: 'SGH7AA0001', at: '2026-03-01 09:00:00' }),
  ].join('\n');
  expect(read(text).period).toEqual({ startsAt: day('09:00:00'), endsAt: day('16:00:01') });
});

test.for([
  ['latest first', ['16:00:00', '12:00:00', '09:00:00'], ['12:00:01', '24:00:00']],
  ['earliest first', ['09:00:00', '12:00:00', '16:00:00'], ['00:00:00', '12:00:00']],
] as const)(
  "M-Pesa's statement covers only what is complete if it is cut, %s",
  ([, times, [from, until]]) => {
    const whole = statementOf({
      lines: times.map((time, index) => ({
        receipt: `SGH7AA000${index}`,
        at: `2026-03-01 ${time}`,
        paidIn: '10.00',
      })),
    });
    const cut = read(whole.trimEnd().slice(0, -70));
    expect(cut.isCut).toBe(true);
    expect(cut.lines).toHaveLength(2);
    const end = until === '24:00:00' ? new Date('2026-03-02T00:00:00+03:00') : day(until);
    expect(cut.period).toEqual({ startsAt: day(from), endsAt: end });
  },
);

test("M-Pesa's statement is complete up to every place where it may be cut", () => {
  const whole = statementOf({
    lines: [1, 2, 3].map((number) => ({ receipt: `SGH7AA000${number}`, paidIn: '1,250.00' })),
  });
  const start = whole.indexOf('SGH7AA0001');
  for (let end = start + 1; end < whole.length; end++) {
    const { lines, unreadable } = read(whole.slice(0, end));
    expect(unreadable, whole.slice(0, end)).toEqual([]);
    for (const line of lines) expect(line.paidInCents).toBe(125_000);
  }
});

test("M-Pesa's statement names the columns that another table lacks", () => {
  const table = statementOf({ lines }).replace('Paid In', 'Money').replace('Reason', 'Why');
  expect(readStatement(table)).toEqual({
    outcome: 'otherTable',
    missing: ['Paid In', 'Reason Type'],
  });
});

test.for(['\ufeff', '\n\n', STATEMENT_COLUMNS])("M-Pesa's statement is empty: %j", (text) => {
  expect(readStatement(text)).toEqual({ outcome: 'empty' });
});

test("M-Pesa's statement may have no lines for its period", () => {
  expect(read(statementOf({ lines: [] }))).toMatchObject({ lines: [], isCut: false, period: {} });
});

test("M-Pesa's statement names lines with an amount, a day or a receipt that cannot be read", () => {
  const { lines: readable, unreadable } = read(
    statementOf({
      lines: [
        { receipt: 'SGH7AA0001', paidIn: 'many' },
        { receipt: 'SGH7AA0002', paidIn: '10.00', at: '2026-02-30 10:00:00' },
        { receipt: 'Total', paidIn: '10.00' },
        { receipt: 'SGH7AA0004', paidIn: '10.00' },
      ],
    }),
  );
  expect(readable.map(({ receipt }) => receipt)).toEqual(['SGH7AA0004']);
  expect(unreadable).toEqual([
    { line: 6, field: 'Paid In' },
    { line: 7, field: 'Completion Time' },
    { line: 8, field: 'Receipt No.' },
  ]);
});

test("M-Pesa's statement tells a charge from the payout with the same receipt", () => {
  const receipt = 'SGH7AA0001';
  const { lines: both } = read(
    statementOf({
      lines: [
        { receipt, withdrawn: '-23.00', reasonType: 'Business Payment Charge' },
        { receipt, withdrawn: '-500.00' },
      ],
    }),
  );
  expect(both.map(({ isCharge }) => isCharge)).toEqual([true, false]);
});

test.for([
  ['JANE WANJIKU', 'Jane Wanjikũ', true],
  ['JANE NJERI WANJIKU', 'Jane Wanjiku', true],
  ['WANJIKU JANE', 'Jane Wanjiku Kamau', true],
  ['JANE W WANJIKU', 'Jane Wanjiku', true],
  ['JOHN KAMAU', 'Jane Wanjiku', false],
  ['JANE KAMAU', 'Jane Wanjiku', false],
] as const)('names: %s and %s may be one person: %s', ([one, other, alike]) => {
  expect(areNamesAlike(one, other)).toBe(alike);
  expect(areNamesAlike(other, one)).toBe(alike);
});

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
