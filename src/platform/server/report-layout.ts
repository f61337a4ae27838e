/*
 * The built-in fonts contain only Western European letters, so Wanjikũ is printed as Wanjiku.
 * Import this only from modules that are loaded on demand: pdfkit takes memory.
 */

import PDFDocument from 'pdfkit';
import { intlLocale } from '#rules/language.ts';
import { documentColours } from '#server/adapters/letter-layout.ts';
import { m } from '#text';

export const MARGIN_POINTS = 50;
export const WIDTH_POINTS = 595.28 - 2 * MARGIN_POINTS;
export const colours = documentColours;

const FOOT_POINTS = 34;

export type Reader = { language: Language; supportEmail: string };

/** Each page ends like our letters. */
export function openReport(title: string, { language, supportEmail }: Reader): PDFKit.PDFDocument {
  const doc = new PDFDocument({
    size: 'A4',
    margin: MARGIN_POINTS,
    lang: language,
    info: { Title: title, Author: 'SokoShamba' },
  });
  const drawFoot = () => {
    const { x, y, page } = doc;
    // Otherwise text this low would open another page.
    page.margins.bottom = 0;
    doc.font('Helvetica').fontSize(9).fillColor(colours.muted);
    doc.text(
      printable(m.mailClosing({ supportEmail }, { locale: language })),
      MARGIN_POINTS,
      page.height - FOOT_POINTS,
      { width: WIDTH_POINTS, lineBreak: false },
    );
    page.margins.bottom = MARGIN_POINTS;
    doc.x = x;
    doc.y = y;
  };
  drawFoot();
  doc.on('pageAdded', drawFoot);
  return doc;
}

type Head = { title: string; subject: string; made: string };

export function drawHead(doc: PDFKit.PDFDocument, { title, subject, made }: Head) {
  drawMark(doc);
  doc.font('Helvetica-Bold').fontSize(14).fillColor(colours.ink);
  doc.text('SokoShamba', MARGIN_POINTS + 30, MARGIN_POINTS + 6);
  doc.x = MARGIN_POINTS;
  doc.moveDown(0.6).fontSize(20).fillColor(colours.ink).text(printable(title));
  doc.moveDown(0.3).font('Helvetica').fontSize(11).text(printable(subject));
  doc.fillColor(colours.muted).text(printable(made)).moveDown(1.2);
}

/** As on the pages of the site (web/page-frame.tsx). */
function drawMark(doc: PDFKit.PDFDocument) {
  doc
    .save()
    .translate(MARGIN_POINTS, MARGIN_POINTS)
    .scale(24 / 34);
  doc.roundedRect(0, 0, 34, 34, 10).fill(colours.leaf);
  doc.moveTo(17, 27).lineTo(17, 14).lineWidth(2.6).lineCap('round').stroke('#ffffff');
  doc.path('M17 18C9 18 7 12 7 8c7 0 10 4 10 10Z').fill('#f2b134');
  doc.path('M17 15c0-6 3-9 10-9 0 6-3 9-10 9Z').fill('#ffffff');
  doc.restore();
}

export type ReportColumn = { start: number; end: number; isNumeric?: boolean };

export function drawCell(
  doc: PDFKit.PDFDocument,
  text: string,
  { start, end, isNumeric = false, y }: ReportColumn & { y: number },
) {
  doc.text(printable(text), MARGIN_POINTS + start, y, {
    width: end - start - (isNumeric ? 0 : 10),
    height: 12,
    ellipsis: true,
    lineBreak: false,
    align: isNumeric ? 'right' : 'left',
  });
}

export function underline(doc: PDFKit.PDFDocument, y: number) {
  doc
    .moveTo(MARGIN_POINTS, y)
    .lineTo(MARGIN_POINTS + WIDTH_POINTS, y)
    .lineWidth(0.5)
    .strokeColor(colours.line)
    .stroke();
}

export const dateText = (moment: Date, language: Language) =>
  new Intl.DateTimeFormat(intlLocale(language), {
    dateStyle: 'medium',
    timeZone: 'Africa/Nairobi',
  }).format(moment);

/** Drops marks; letters of other scripts become question marks. */
export const printable = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[^\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/gu, (letter) =>
      letter
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^\x20-\x7e]/gu, '?'),
    );
