import type { LeftOutReason } from '#features/books/rules/books.ts';
import { farmTitle } from '#features/farms/rules/farm-texts.ts';
import { reportableUntil } from '#features/orders/rules/order.ts';
import { writeCsv } from '#platform/rules/csv.ts';
import { dayInNairobi, type Month, monthsAfter, spanOfMonth } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import { shillingsOf } from '#platform/rules/money.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { insertInvoices, listInvoices, lockCounter } from './invoice-queries.ts';
import { linesByOrder, pricedLines } from './priced-lines.ts';
import { listLines, listPurchasesWithoutInvoice } from './sale-queries.ts';

type Asked = { buyerId: number; month: Month; language: Language };
type Needs = { clock: Clock };
type Purchase = Awaited<ReturnType<typeof listPurchasesWithoutInvoice>>[number];

/**
 * A buyer's purchases of a month: the invoices with their lines, how many more can be numbered, and
 * those that are left out, with the reason. Money in KES.
 */
export async function getInvoices(db: Database, asked: Asked, { clock }: Needs) {
  const { buyerId, month, language } = asked;
  const purchases = await listPurchasesWithoutInvoice(db, { buyerId, ...spanOfMonth(month) });
  const invoices = await readInvoices(db, asked);
  const reasons = purchases.map((purchase) => ({ purchase, reason: reasonOf(purchase, clock()) }));
  return {
    month,
    invoices,
    readyCount: reasons.filter(({ reason }) => reason === null).length,
    leftOut: reasons.flatMap(({ purchase, reason }) =>
      reason === null
        ? []
        : [{ orderId: purchase.orderId, farmName: farmOf(purchase, language), reason }],
    ),
  };
}

/** Empty once the account is deleted. */
const farmOf = ({ farmName, county }: Purchase, language: Language): string =>
  farmName === null ? '' : farmTitle({ farmName, county: county ?? '' }, { locale: language });

/** Why a purchase cannot be numbered; null if it can. */
function reasonOf(purchase: Purchase, now: Date): LeftOutReason | null {
  if (purchase.farmerId === null) return 'accountGone';
  if (purchase.consentedAt === null || purchase.nationalId === null) return 'notAgreed';
  const until = reportableUntil(purchase);
  return until && now < until ? 'mayStillChange' : null;
}

/**
 * Numbers the purchases of a month that have no invoice yet and whose farmer agreed to be named.
 * The counter is locked, and numbers and counter are written in one transaction, so a buyer's
 * numbers have no gaps and a second call finds nothing to number.
 * @returns the month, and all its invoices as a file, one row for each line
 */
export async function issueInvoices(db: Database, asked: Asked, { clock }: Needs) {
  const { buyerId, month } = asked;
  const now = clock();
  await db.transaction(async (tx) => {
    const lastNumber = await lockCounter(tx, buyerId);
    const purchases = await listPurchasesWithoutInvoice(tx, { buyerId, ...spanOfMonth(month) });
    const ready = purchases.flatMap((purchase) => readyInvoice(purchase, now));
    await insertInvoices(
      tx,
      ready.map((invoice, index) => ({ ...invoice, buyerId, number: lastNumber + index + 1 })),
    );
  });
  const found = await getInvoices(db, asked, { clock });
  return { ...found, csv: writeInvoices(found.invoices), name: `sokoshamba-etims-${month}.csv` };
}

function readyInvoice(purchase: Purchase, now: Date) {
  const { orderId, farmerId, consentedAt, completedAt, firstName, lastName } = purchase;
  if (reasonOf(purchase, now) !== null || !consentedAt || !completedAt) return [];
  return [
    {
      orderId,
      farmerId,
      sellerName: `${firstName} ${lastName}`,
      sellerNationalId: purchase.nationalId,
      sellerPhoneNumber: purchase.phoneNumber,
      consentedAt,
      saleDay: dayInNairobi(completedAt),
      issuedAt: now,
    },
  ];
}

type Invoice = Awaited<ReturnType<typeof readInvoices>>[number];

async function readInvoices(db: Database, { buyerId, month }: Asked) {
  const [from, until] = [`${month}-01`, `${monthsAfter(month, 1)}-01`];
  const rows = await listInvoices(db, { buyerId, from, until });
  const lines = linesByOrder(
    await listLines(
      db,
      rows.map(({ orderId }) => orderId),
    ),
  );
  return rows.map(({ deliveryFeeCents, totalCents, ...invoice }) => ({
    ...invoice,
    total: shillingsOf(totalCents),
    lines: pricedLines({ deliveryFeeCents, totalCents }, lines.get(invoice.orderId) ?? []).map(
      ({ unitCents, totalCents: cents, ...line }) => ({
        ...line,
        unitPrice: shillingsOf(unitCents),
        total: shillingsOf(cents),
      }),
    ),
  }));
}

const HEAD = [
  'InvoiceNumber',
  'InvoiceDate',
  'OrderNumber',
  'SellerIdNumber',
  'SellerName',
  'SellerMobile',
  'SellerConsentDate',
  'Description',
  'Unit',
  'UnitPrice',
  'Quantity',
  'Total',
];

/** The column names are English in both languages, so that the file is the same. */
const writeInvoices = (invoices: readonly Invoice[]): string =>
  writeCsv([
    HEAD,
    ...invoices.flatMap((invoice) =>
      invoice.lines.map((line) => [
        invoice.number,
        invoice.saleDay,
        invoice.orderId,
        invoice.sellerNationalId ?? '',
        invoice.sellerName ?? '',
        invoice.sellerPhoneNumber ?? '',
        dayInNairobi(invoice.consentedAt),
        line.description,
        line.unit,
        line.unitPrice,
        line.quantity,
        line.total,
      ]),
    ),
  ]);
