import fc from 'fast-check';
import { readInventory, writeInventory } from '#products/rules/inventory-csv.ts';
import { parseDecimal } from '#rules/amounts.ts';
import { readCsv, writeCsv } from '#rules/csv.ts';

const BYTE_ORDER_MARK = '\ufeff';
const cellsOf = (file: string) => readCsv(file).map(({ cells }) => cells);

describe('writing a table for spreadsheets', () => {
  test('it begins with a byte order mark, so that Excel reads UTF-8', () => {
    expect(writeCsv([['Wanjikũ', 3]])).toBe(`${BYTE_ORDER_MARK}Wanjikũ,3\r\n`);
  });

  test.each(['=1+1', '+254700', '-2', '@SUM(A1)', '\t=1', '\r=1'])(
    '%j is not a formula in a spreadsheet',
    (cell) => {
      const [, written = ''] = writeCsv([[cell]]).split(BYTE_ORDER_MARK);
      expect(written.replace(/^"/, '')).toMatch(/^'/);
      expect(cellsOf(writeCsv([[cell]]))).toEqual([[cell]]);
    },
  );

  test('only what needs it is quoted, and a negative number stays a number', () => {
    expect(writeCsv([[-2.5, 'a,b', 'say "hi"', 'two\nlines']])).toBe(
      `${BYTE_ORDER_MARK}-2.5,"a,b","say ""hi""","two\nlines"\r\n`,
    );
  });

  test('any written table is read back', () => {
    const cell = fc.string({ unit: 'grapheme' });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constant('x'), cell, cell), { minLength: 1 }), (rows) => {
        fc.pre(!rows.flat().some((text) => /^'[=+\-@\t\r]/.test(text)));
        expect(cellsOf(writeCsv(rows))).toEqual(rows);
      }),
    );
  });
});

test.each([
  ['semicolons', 'product_id;quantity\r\n1;2\r\n'],
  ['tabs', 'product_id\tquantity\n1\t2'],
  ['old line ends', 'product_id,quantity\r1,2\r'],
  ['empty lines', '\n\nproduct_id,quantity\n\n1,2\n\n'],
  ['a byte order mark', `${BYTE_ORDER_MARK}product_id,quantity\n1,2`],
])('reading a table with %s', (_, file) => {
  expect(cellsOf(file)).toEqual([
    ['product_id', 'quantity'],
    ['1', '2'],
  ]);
});

test('reading a table: each row knows its line, also after a cell of two lines', () => {
  expect(readCsv('a,b\r\n"x\r\ny",1\r\nz,2').map(({ line }) => line)).toEqual([1, 2, 4]);
});

const other = { category: 'Cereals', unit: 'bags', price: 3200 };
const maize = { id: 7, name: '=Mahindi, "kavu"', quantity: 120.5, ...other };
const beans = { id: 9, name: 'Beans', quantity: 0, ...other };
const own = new Set([7, 9]);
const counts = (ofMaize: number) =>
  new Map([
    [7, ofMaize],
    [9, 0],
  ]);

test('the inventory as a file: D63: is read back as written, with the stock that a new quantity is based on if the file has it', () => {
  expect(writeInventory([maize])).toContain(
    'product_id,name,category,quantity,unit,price_kes,quantity_seen',
  );
  const changed = writeInventory([maize, beans]).replace(',120.5,', ',80,');
  expect(readInventory(changed, own)).toMatchObject({
    counts: counts(80),
    seen: counts(120.5),
    failed: [],
  });
  expect(readInventory('product_id,quantity\n7,5', own)).toMatchObject({
    counts: new Map([[7, 5]]),
    seen: new Map(),
  });
  expect(readInventory('product_id,quantity,quantity_seen\n7,5,\n9,5,many', own)).toMatchObject({
    seen: new Map(),
    failed: [],
  });
});

test('the inventory as a file columns are found by name, in any order and case', () => {
  expect(readInventory(' Quantity ,note,PRODUCT_ID\n5,x,7', own)).toMatchObject({
    counts: new Map([[7, 5]]),
  });
});

test('a file without the columns is reported as a different file', () => {
  expect(readInventory('name,amount\nMaize,3', own)).toEqual({ outcome: 'noColumns' });
  expect(readInventory('', own)).toEqual({ outcome: 'noColumns' });
});

test('every invalid line is reported, and the others are kept', () => {
  const read = readInventory(
    'product_id,quantity\n7,"1,200"\n7,3\n8,3\n,3\n9,-1\n9,many\n9,\n9,4',
    own,
  );
  expect(read).toMatchObject({
    counts: new Map([
      [7, 1200],
      [9, 4],
    ]),
    failed: [
      { line: 3, problem: 'repeated' },
      { line: 4, problem: 'unknownProduct' },
      { line: 5, problem: 'idMissing' },
      { line: 6, problem: 'quantityInvalid' },
      { line: 7, problem: 'quantityInvalid' },
      { line: 8, problem: 'quantityInvalid' },
    ],
  });
});

test.each([
  ['1,200.50', 1200.5],
  ['1 200', 1200],
  ['1,200', 1200],
  ['1,5', 1.5],
  ['-0,25', -0.25],
  [' 7 ', 7],
  ['.5', 0.5],
  ['2.', 2],
  ['', null],
])('a number as typed: %j is %s', (typed, number) => {
  expect(parseDecimal(typed)).toBe(number);
});

test.each(['1,2345', '1,200,5', '0,500', ',5', '1e3', '0x10', '.', '-', '1.2.3', '５'])(
  'a number as typed: %j is not a number',
  (typed) => {
    expect(parseDecimal(typed)).toBeNaN();
  },
);
