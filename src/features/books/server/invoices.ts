import { updateMissingNationalId } from '#accounts/server/account-queries.ts';
import { lockPerson } from '#accounts/server/people-queries.ts';
import { farmTitle } from '#farms/rules/farm-texts.ts';
import { reportableUntil } from '#orders/rules/transitions.ts';
import { shillingsOf } from '#rules/amounts.ts';
import { writeCsv } from '#rules/csv.ts';
import { dayInNairobi, type Month, monthsAfter, spanOfMonth } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import type { InvoiceConsentChange, LeftOutReason } from '../rules.ts';
import {
  deleteConsent,
  findConsent,
  insertConsent,
  insertInvoices,
  listInvoices,
  listInvoicesNaming,
  listLines,
  listPurchasesWithoutInvoice,
  lockCounter,
} from './queries.ts';
import { linesByOrder, pricedLines } from './write-books.ts';

type Asked = { month: Month };
type Purchase = Awaited<ReturnType<typeof listPurchasesWithoutInvoice>>[number];

/** Money in KES. */
export async function getInvoices(call: Call<'buyer'>, { month }: Asked) {
  const { db, user, language, clock } = call;
  const of = { buyerId: user.id, ...spanOfMonth(month) };
  const purchases = await listPurchasesWithoutInvoice(db, of);
  const invoices = await readInvoices(call, month);
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
const farmOf = ({ farmName, county }: Purchase, language: Language) =>
  farmName === null ? '' : farmTitle({ farmName, county: county ?? '' }, { locale: language });

function reasonOf(purchase: Purchase, now: Date): LeftOutReason | null {
  if (purchase.farmerId === null) return 'accountGone';
  if (purchase.consentedAt === null || purchase.nationalId === null) return 'notAgreed';
  const until = reportableUntil(purchase);
  return until && now < until ? 'mayStillChange' : null;
}

/**
 * Numbers and counter are written in one transaction with the counter locked, so a buyer's numbers
 * have no gaps.
 * @returns all invoices of the month as a file, one row for each line
 */
export async function issueInvoices(call: Call<'buyer'>, { month }: Asked) {
  const buyerId = call.user.id;
  const now = call.clock();
  await call.db.transaction(async (tx) => {
    const lastNumber = await lockCounter(tx, buyerId);
    const purchases = await listPurchasesWithoutInvoice(tx, { buyerId, ...spanOfMonth(month) });
    const ready = purchases.flatMap((purchase) => readyInvoice(purchase, now));
    await insertInvoices(
      tx,
      ready.map((invoice, index) => ({ ...invoice, buyerId, number: lastNumber + index + 1 })),
    );
  });
  const found = await getInvoices(call, { month });
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

async function readInvoices({ db, user }: Call<'buyer'>, month: Month) {
  const [from, until] = [`${month}-01`, `${monthsAfter(month, 1)}-01`];
  const rows = await listInvoices(db, { buyerId: user.id, from, until });
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

/** In English for both languages, so that the file is always the same. */
const writeInvoices = (invoices: readonly Invoice[]) =>
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

/** `needsNationalId`: agreeing requires an ID number first. */
export async function getInvoiceConsent({ db, user }: Call<'farmer'>) {
  const consent = await findConsent(db, user.id);
  const naming = await listInvoicesNaming(db, user.id);
  return {
    agreedAt: consent?.givenAt ?? null,
    needsNationalId: !consent?.hasNationalId,
    invoices: naming.map(({ orderId, issuedAt, firstName, lastName }) => ({
      orderId,
      issuedAt,
      buyerName: `${firstName} ${lastName}`,
    })),
  };
}

/** Withdrawing applies to later invoices. */
export async function setInvoiceConsent(
  call: Call<'farmer'>,
  { agrees, nationalId }: InvoiceConsentChange,
) {
  const farmerId = call.user.id;
  const now = call.clock();
  await call.db.transaction(async (tx) => {
    await lockPerson(tx, farmerId);
    if (!agrees) return deleteConsent(tx, farmerId);
    if (nationalId) await updateMissingNationalId(tx, { userId: farmerId, nationalId, now });
    const consent = await findConsent(tx, farmerId);
    if (!consent?.hasNationalId) throw new AppError('NATIONAL_ID_NEEDED');
    await insertConsent(tx, { farmerId, givenAt: now });
  });
  return getInvoiceConsent(call);
}
