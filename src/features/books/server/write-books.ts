import { pricedUnitText } from '#products/rules/product-texts.ts';
import { lineTotalCents, shillingsOf } from '#rules/amounts.ts';
import { writeCsv } from '#rules/csv.ts';
import { dayInNairobi, type Month, spanOfMonth } from '#rules/day.ts';
import { createFairQueue } from '#server/fair-queue.ts';
import { clientOfPerson } from '#server/heavy-work.ts';
import { BOOKS_PAGE_SIZE, type BooksKind } from '../rules.ts';
import { listFarmersPayouts, listFarmersSales, listLines, type SoldLine } from './queries.ts';

/** The header that accounting programs such as Xero import. */
const HEAD = [
  'ContactName',
  'InvoiceNumber',
  'Reference',
  'InvoiceDate',
  'DueDate',
  'Description',
  'Quantity',
  'UnitAmount',
  'AccountCode',
  'TaxType',
];
/** The usual account for sales. A payout is a transfer between one's own accounts. */
const SALES_ACCOUNT = '200';
/** Unprocessed produce is exempt from Kenya's VAT (VAT Act 2013, First Schedule). */
const EXEMPT = 'Tax Exempt';
const NO_TAX = 'No Tax';
const NO_NAME = 'Deleted account';

/** A month of a busy farm has thousands of rows. */
const writing = createFairQueue({
  atOnce: 2,
  waitingMax: 60,
  waitMilliseconds: 60_000,
  retryAfterSeconds: 10,
});

type Books = { month: Month; kind: BooksKind };
type Row = (string | number)[];

/**
 * A sale counts when its order is completed, a payout when it has arrived. In English for both
 * languages.
 */
export async function writeBooks(call: Call<'farmer'>, { month, kind }: Books) {
  const { db, user, withoutSlot } = call;
  const farmerId = user.id;
  const read = kind === 'sales' ? readSales : readPayouts;
  const rows = await writing.run(clientOfPerson(farmerId), () => read(db, farmerId, month), {
    withoutSlot,
  });
  return { csv: writeCsv([HEAD, ...rows]), name: `sokoshamba-${kind}-${month}.csv` };
}

async function readSales(db: Database, farmerId: number, month: Month): Promise<Row[]> {
  const sales = await readPages((afterId) =>
    listFarmersSales(db, { farmerId, afterId, ...spanOfMonth(month) }),
  );
  const rows: Row[] = [];
  for (let from = 0; from < sales.length; from += BOOKS_PAGE_SIZE) {
    const page = sales.slice(from, from + BOOKS_PAGE_SIZE);
    const lines = linesByOrder(
      await listLines(
        db,
        page.map(({ id }) => id),
      ),
    );
    for (const sale of page) {
      const day = dayOf(sale.completedAt);
      const about = [
        [sale.firstName, sale.lastName].filter(Boolean).join(' ') || NO_NAME,
        `SS-${sale.id}`,
        sale.receipt ?? '',
        day,
        day,
      ];
      for (const line of pricedLines(sale, lines.get(sale.id) ?? []))
        rows.push([
          ...about,
          line.unit ? `${line.description} (${line.unit})` : line.description,
          line.quantity,
          shillingsOf(line.unitCents),
          SALES_ACCOUNT,
          EXEMPT,
        ]);
    }
  }
  return rows;
}

async function readPayouts(db: Database, farmerId: number, month: Month): Promise<Row[]> {
  const payouts = await readPages((afterId) =>
    listFarmersPayouts(db, { farmerId, afterId, ...spanOfMonth(month) }),
  );
  return payouts.map(({ id, orderId, amountCents, receipt, settledAt }) => {
    const day = dayOf(settledAt);
    return [
      'SokoShamba',
      `SS-PAYOUT-${id}`,
      receipt ?? '',
      day,
      day,
      `Payout of SS-${orderId}`,
      1,
      shillingsOf(amountCents),
      '',
      NO_TAX,
    ];
  });
}

async function readPages<T extends { id: number }>(
  read: (afterId: number) => Promise<T[]>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = await read(0); page.length > 0; page = await read(all.at(-1)?.id ?? 0)) {
    all.push(...page);
    if (page.length < BOOKS_PAGE_SIZE) break;
  }
  return all;
}

const dayOf = (moment: Date | null) => (moment ? dayInNairobi(moment) : '');

/** The total is `unitCents` times `quantity`, rounded to the cent. */
type PricedLine = {
  description: string;
  unit: string;
  unitCents: number;
  quantity: number;
  totalCents: number;
};

const CENTS_PER_SHILLING = 100;

type Sold = { deliveryFeeCents: number; totalCents: number };

/**
 * The totals add up to what was paid, with lines for the delivery and the rounding to the whole
 * shilling.
 */
export function pricedLines(order: Sold, lines: readonly SoldLine[]): PricedLine[] {
  const { deliveryFeeCents, totalCents } = order;
  const products = lines.map(({ name, unit, netWeightKg, quantity, priceCents }) => ({
    description: name,
    unit: pricedUnitText(unit, netWeightKg, { locale: 'en' }),
    unitCents: priceCents,
    quantity,
    totalCents: lineTotalCents(priceCents, quantity),
  }));
  const single = (description: string, cents: number): PricedLine[] =>
    cents === 0
      ? []
      : [{ description, unit: '', unitCents: cents, quantity: 1, totalCents: cents }];
  const sum = products.reduce((cents, line) => cents + line.totalCents, deliveryFeeCents);
  const rest = totalCents - sum;
  const isRounding = rest > 0 && rest < CENTS_PER_SHILLING;
  return [
    ...products,
    ...single('Delivery', deliveryFeeCents),
    ...single(isRounding ? 'Rounding to the shilling' : 'Adjustment', rest),
  ];
}

export function linesByOrder(lines: readonly SoldLine[]): Map<number, SoldLine[]> {
  const found = new Map<number, SoldLine[]>();
  for (const line of lines) found.set(line.orderId, [...(found.get(line.orderId) ?? []), line]);
  return found;
}
