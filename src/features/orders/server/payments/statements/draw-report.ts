/*
 * A month's payments as an A4 document. A statement may have thousands of rows, so other requests
 * run after each hundred. The fonts are the ones built into every PDF reader, which contain only
 * Western European letters. Other letters lose their mark, so that Wanjikũ is printed as Wanjiku.
 */
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { PaymentMethod } from '#features/orders/rules/order-facts.ts';
import type { PaymentState } from '#features/orders/rules/payment.ts';
import type { Month } from '#platform/rules/day.ts';
import type { Language } from '#platform/rules/language.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';

export type ReportRow = {
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
  /** Whether the rows include all of the month's payments. */
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

const MARGIN_POINTS = 50;
const WIDTH_POINTS = 595.28 - 2 * MARGIN_POINTS;
const ROW_POINTS = 30;
const ROWS_AT_ONCE = 100;
const colours = { ink: '#17261d', muted: '#5d6b62', line: '#d9d3c4', leaf: '#1f6b43' };
const columns = { date: 0, buyer: 80, method: 250, amount: 370 } as const;

/** The document as a stream of bytes that ends by itself. */
export async function drawReport(report: Report, language: Language): Promise<PDFKit.PDFDocument> {
  const title = titleOf(report, language);
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN_POINTS,
    lang: language,
    info: { Title: title, Author: 'SokoShamba' },
  });
  await draw(doc, report, language);
  doc.end();
  return doc;
}

async function draw(doc: PDFKit.PDFDocument, report: Report, language: Language) {
  const locale = { locale: language };
  drawHead(doc, report, language);
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

function drawHead(doc: PDFKit.PDFDocument, report: Report, language: Language) {
  doc.font('Helvetica-Bold').fontSize(12).fillColor(colours.leaf).text('SokoShamba');
  doc.moveDown(0.6).fontSize(20).fillColor(colours.ink).text(titleOf(report, language));
  const { farmName, farmerName, madeAt } = report;
  doc
    .moveDown(0.3)
    .font('Helvetica')
    .fontSize(11)
    .text(printable(`${farmName} · ${farmerName}`));
  const made = m.statementMade(
    { date: dateText(madeAt, language, 'medium') },
    { locale: language },
  );
  doc.fillColor(colours.muted).text(printable(made)).moveDown(1.2);
}

function drawSums(doc: PDFKit.PDFDocument, { sums }: Report, language: Language) {
  const locale = { locale: language };
  const figures: [string, string][] = [
    [m.statementCount({}, locale), String(sums.count)],
    [m.paymentsReceived({}, locale), moneyText(sums.received)],
    [m.statementMpesa({}, locale), moneyText(sums.mpesa)],
    [m.statementCash({}, locale), moneyText(sums.cash)],
    [m.statementRefunded({}, locale), moneyText(sums.refunded)],
    [m.statementPaidOut({}, locale), moneyText(sums.paidOut)],
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
  cell(doc, dateText(row.date, language, 'medium'), { column: 'date', y });
  cell(doc, row.buyerName || m.orderBuyerGone({}, locale), { column: 'buyer', y });
  cell(doc, (row.method === 'M-Pesa' ? m.paymentMethodMpesa : m.paymentMethodCash)({}, locale), {
    column: 'method',
    y,
  });
  cell(doc, moneyText(row.amount), { column: 'amount', y });
  doc.fontSize(8).fillColor(colours.muted);
  cell(doc, m.paymentOfOrder({ id: row.orderId }, locale), { column: 'buyer', y: y + 12 });
  if (row.receipt) cell(doc, row.receipt, { column: 'method', y: y + 12 });
  if (row.status !== 'received') {
    const state = row.status === 'refund_due' ? m.paymentStateRefundDue : m.paymentStateRefunded;
    cell(doc, state({}, locale), { column: 'amount', y: y + 12 });
  }
  underline(doc, y + ROW_POINTS - 6);
  doc.y = y + ROW_POINTS;
}

type Place = { column: keyof typeof columns; y: number };

/** One line of a cell; longer text ends in an ellipsis. Amounts are right-aligned. */
function cell(doc: PDFKit.PDFDocument, text: string, { column, y }: Place) {
  const starts = Object.values(columns);
  const end = starts[starts.indexOf(columns[column]) + 1] ?? WIDTH_POINTS;
  const width = end - columns[column] - (column === 'amount' ? 0 : 10);
  const options = {
    width,
    height: 12,
    ellipsis: true,
    lineBreak: false,
    align: column === 'amount' ? 'right' : 'left',
  } as const;
  doc.text(printable(text), MARGIN_POINTS + columns[column], y, options);
}

function underline(doc: PDFKit.PDFDocument, y: number) {
  doc
    .moveTo(MARGIN_POINTS, y)
    .lineTo(MARGIN_POINTS + WIDTH_POINTS, y)
    .lineWidth(0.5)
    .strokeColor(colours.line)
    .stroke();
}

function titleOf({ month }: Report, language: Language): string {
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

const intlLocale = (language: Language) => (language === 'sw' ? 'sw-KE' : 'en-KE');

const dateText = (moment: Date, language: Language, dateStyle: 'medium') =>
  new Intl.DateTimeFormat(intlLocale(language), { dateStyle, timeZone: 'Africa/Nairobi' }).format(
    moment,
  );

/**
 * Replaces letters that the fonts do not contain: by the letter without its mark, or by a question
 * mark for other scripts.
 */
const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/gu, (letter) =>
      letter
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^\x20-\x7e]/gu, '?'),
    );
