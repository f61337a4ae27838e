import { FARMS_SHOWN_MIN, weekDayText } from '#prices/rules/price.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { figureText, moneyText } from '#rules/amounts.ts';
import { weekName } from '#rules/day.ts';
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
import { periodCrops } from '../rules/desk-texts.ts';
import type { Figures } from './figure-queries.ts';

type Report = { figures: Figures; madeAt: Date };
type Table = { heads: string[]; columns: ReportColumn[]; rows: string[][] };

const ROW_POINTS = 20;

export function drawFigures({ figures, madeAt }: Report, reader: Reader): PDFKit.PDFDocument {
  const { language } = reader;
  const locale = { locale: language };
  const title = m.figuresTitle({}, locale);
  const doc = openReport(title, reader);
  const [from, to] = [figures.from, figures.to].map((day) =>
    dateText(new Date(`${day}T12:00:00+03:00`), language),
  );
  drawHead(doc, {
    title,
    subject: `${figures.county ?? m.pricesCountry({}, locale)} · ${from} – ${to}`,
    made: m.statementMade({ date: dateText(madeAt, language) }, locale),
  });
  drawTable(doc, weekTable(figures, language));
  doc.x = MARGIN_POINTS;
  doc.y += 20;
  drawTable(doc, cropTable(figures, language));
  doc.font('Helvetica').fontSize(9).fillColor(colours.muted);
  doc.text(
    printable(m.figuresRule({ number: FARMS_SHOWN_MIN }, locale)),
    MARGIN_POINTS,
    doc.y + 10,
    {
      width: WIDTH_POINTS,
    },
  );
  doc.end();
  return doc;
}

function weekTable({ weeks, county }: Figures, language: Language): Table {
  const locale = { locale: language };
  const numeric = (start: number, end: number) => ({ start, end, isNumeric: true });
  const [orders, farms, counties, crops, sales] = [
    numeric(110, 170),
    numeric(170, 240),
    numeric(240, 310),
    numeric(310, 380),
    numeric(380, WIDTH_POINTS),
  ];
  return {
    heads: [
      m.priceWeek({}, locale),
      m.farmTabOrders({}, locale),
      m.priceFarms({}, locale),
      ...(county === null ? [m.figuresCounties({}, locale)] : []),
      m.figuresCrops({}, locale),
      m.booksSales({}, locale),
    ],
    columns: [
      { start: 0, end: 110 },
      orders,
      farms,
      ...(county === null ? [counties] : []),
      crops,
      sales,
    ],
    rows: weeks.map(({ week, shown }) => {
      const name = weekDayText(weekName(week), language);
      if (!shown) return [name, '–', '–', ...(county === null ? ['–'] : []), '–', '–'];
      return [
        name,
        figureText(shown.orders),
        figureText(shown.farms),
        ...(county === null ? [figureText(shown.counties)] : []),
        figureText(shown.crops),
        moneyText(shown.sales),
      ];
    }),
  };
}

function cropTable({ crops }: Figures, language: Language): Table {
  const locale = { locale: language };
  return {
    heads: [
      m.figuresCrop({}, locale),
      m.productQuantityLabel({}, locale),
      m.farmTabOrders({}, locale),
      m.booksSales({}, locale),
    ],
    columns: [
      { start: 0, end: 190 },
      { start: 190, end: 310, isNumeric: true },
      { start: 310, end: 380, isNumeric: true },
      { start: 380, end: WIDTH_POINTS, isNumeric: true },
    ],
    rows: periodCrops(crops).map(({ crop, quantity, unit, orders, sales }) => [
      crop?.[language] ?? m.figuresOtherProduce({}, locale),
      m.quantityWithUnit(
        { quantity: figureText(quantity), unit: unitText(quantity, unit, locale) },
        locale,
      ),
      figureText(orders),
      moneyText(sales),
    ]),
  };
}

function drawTable(doc: PDFKit.PDFDocument, { heads, columns, rows }: Table) {
  const drawRow = (texts: readonly string[], y: number) => {
    for (const [index, text] of texts.entries()) {
      const column = columns[index];
      if (column) drawCell(doc, text, { ...column, y });
    }
    underline(doc, y + 14);
    doc.y = y + ROW_POINTS;
  };
  const drawHeads = () => {
    doc.font('Helvetica-Bold').fontSize(9).fillColor(colours.muted);
    drawRow(heads, doc.y);
    doc.font('Helvetica').fontSize(10).fillColor(colours.ink);
  };
  if (rows.length === 0) return;
  drawHeads();
  for (const row of rows) {
    if (doc.y + ROW_POINTS > doc.page.height - MARGIN_POINTS) {
      doc.addPage();
      drawHeads();
    }
    drawRow(row, doc.y);
  }
}
