/* A statement may have thousands of rows, so other requests run after each hundred. */

import { setImmediate } from 'node:timers/promises';
import type { PaymentMethod } from '#orders/rules/order-facts.ts';
import type { PaymentState } from '#orders/rules/payment.ts';
import { exactMoneyText } from '#rules/amounts.ts';
import type { Month } from '#rules/day.ts';
import { intlLocale } from '#rules/language.ts';
import {
  colours,
  dateText,
  drawCell,
  drawHead,
  MARGIN_POINTS,
  openReport,
  printable,
  type Reader,
  type ReportColumn,
  underline,
  WIDTH_POINTS,
} from '#server/report-layout.ts';
import { m } from '#text';

type ReportRow = {
  orderId: number;
  buyerName: string;
  method: PaymentMethod;
  receipt: string | null;
  amount: number;
  date: Date;
  status: PaymentState;
};

export type Report = {
  farmName: string;
  farmerName: string;
  month: Month;
  madeAt: Date;
  payments: ReportRow[];
  isWhole: boolean;
  sums: {
    count: number;
    received: number;
    mpesa: number;
    cash: number;
    refunded: number;
    paidOut: number;
  };
};

const ROW_POINTS = 30;
const ROWS_AT_ONCE = 100;
const columns = {
  date: { start: 0, end: 80 },
  buyer: { start: 80, end: 220 },
  method: { start: 220, end: 380 },
  amount: { start: 380, end: WIDTH_POINTS, isNumeric: true },
} satisfies Record<string, ReportColumn>;

export async function drawReport(report: Report, reader: Reader): Promise<PDFKit.PDFDocument> {
  const doc = openReport(titleOf(report, reader.language), reader);
  await draw(doc, report, reader.language);
  doc.end();
  return doc;
}

async function draw(doc: PDFKit.PDFDocument, report: Report, language: Language) {
  const locale = { locale: language };
  const { farmName, farmerName, madeAt } = report;
  drawHead(doc, {
    title: titleOf(report, language),
    subject: `${farmName} · ${farmerName}`,
    made: m.statementMade({ date: dateText(madeAt, language) }, locale),
  });
  drawSums(doc, report, language);
  if (report.payments.length === 0)
    doc.font('Helvetica').fontSize(11).text(m.statementEmpty({}, locale));
  else drawTableHead(doc, language);
  for (const [index, row] of report.payments.entries()) {
    if (doc.y + ROW_POINTS > doc.page.height - MARGIN_POINTS) {
      doc.addPage();
      drawTableHead(doc, language);
    }
    drawRow(doc, row, language);
    if (index % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await setImmediate();
  }
  if (!report.isWhole)
    doc
      .fontSize(9)
      .text(m.statementCut({}, locale), MARGIN_POINTS, doc.y + 8, { width: WIDTH_POINTS });
}

function drawSums(doc: PDFKit.PDFDocument, { sums }: Report, language: Language) {
  const locale = { locale: language };
  const figures: [string, string][] = [
    [m.statementCount({}, locale), String(sums.count)],
    [m.paymentsReceived({}, locale), exactMoneyText(sums.received)],
    [m.statementMpesa({}, locale), exactMoneyText(sums.mpesa)],
    [m.statementCash({}, locale), exactMoneyText(sums.cash)],
    [m.statementRefunded({}, locale), exactMoneyText(sums.refunded)],
    [m.statementPaidOut({}, locale), exactMoneyText(sums.paidOut)],
  ];
  const top = doc.y;
  for (const [index, [name, value]] of figures.entries()) {
    const width = WIDTH_POINTS / 3;
    const [x, y] = [MARGIN_POINTS + (index % 3) * width, top + Math.floor(index / 3) * 42];
    doc
      .font('Helvetica')
      .fontSize(9)
      .fillColor(colours.muted)
      .text(printable(name), x, y, { width });
    doc
      .font('Helvetica-Bold')
      .fontSize(13)
      .fillColor(colours.ink)
      .text(value, x, y + 12, { width });
  }
  doc.x = MARGIN_POINTS;
  doc.y = top + 100;
}

function drawTableHead(doc: PDFKit.PDFDocument, language: Language) {
  const locale = { locale: language };
  const y = doc.y;
  doc.font('Helvetica-Bold').fontSize(9).fillColor(colours.muted);
  cell(doc, m.orderColumnDate({}, locale), { column: 'date', y });
  cell(doc, m.orderColumnBuyer({}, locale), { column: 'buyer', y });
  cell(doc, m.paymentColumnMethod({}, locale), { column: 'method', y });
  cell(doc, m.orderColumnAmount({}, locale), { column: 'amount', y });
  underline(doc, y + 14);
  doc.y = y + 20;
}

function drawRow(doc: PDFKit.PDFDocument, row: ReportRow, language: Language) {
  const locale = { locale: language };
  const y = doc.y;
  doc.font('Helvetica').fontSize(10).fillColor(colours.ink);
  cell(doc, dateText(row.date, language), { column: 'date', y });
  cell(doc, row.buyerName || m.orderBuyerGone({}, locale), { column: 'buyer', y });
  cell(doc, (row.method === 'M-Pesa' ? m.paymentMethodMpesa : m.paymentMethodCash)({}, locale), {
    column: 'method',
    y,
  });
  cell(doc, exactMoneyText(row.amount), { column: 'amount', y });
  doc.fontSize(8).fillColor(colours.muted);
  cell(doc, m.orderNumber({ id: row.orderId }, locale), { column: 'buyer', y: y + 12 });
  if (row.receipt) cell(doc, row.receipt, { column: 'method', y: y + 12 });
  if (row.status !== 'received') {
    const state = row.status === 'refund_due' ? m.paymentStateRefundDue : m.paymentStateRefunded;
    cell(doc, state({}, locale), { column: 'amount', y: y + 12 });
  }
  underline(doc, y + ROW_POINTS - 6);
  doc.y = y + ROW_POINTS;
}

type Place = { column: keyof typeof columns; y: number };

const cell = (doc: PDFKit.PDFDocument, text: string, { column, y }: Place) =>
  drawCell(doc, text, { ...columns[column], y });

function titleOf({ month }: Report, language: Language) {
  const name = new Intl.DateTimeFormat(intlLocale(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return printable(
    m.statementTitle(
      { month: name.format(new Date(`${month}-15T00:00:00Z`)) },
      { locale: language },
    ),
  );
}
