/*
 * The built-in fonts contain only Western European letters, so Wanjikũ is printed as Wanjiku.
 * Import this only from modules that are loaded on demand: pdfkit takes memory.
 */
import PDFDocument from 'pdfkit';
import { intlLocale, type Language } from '#platform/rules/language.ts';

export const MARGIN_POINTS = 50;
export const WIDTH_POINTS = 595.28 - 2 * MARGIN_POINTS;
export const colours = { ink: '#17261d', muted: '#5d6b62', line: '#d9d3c4', leaf: '#1f6b43' };

export const openReport = (title: string, language: Language): PDFKit.PDFDocument =>
  new PDFDocument({
    size: 'A4',
    margin: MARGIN_POINTS,
    lang: language,
    info: { Title: title, Author: 'SokoShamba' },
  });

type Head = { title: string; subject: string; made: string };

export function drawHead(doc: PDFKit.PDFDocument, { title, subject, made }: Head) {
  doc.font('Helvetica-Bold').fontSize(12).fillColor(colours.leaf).text('SokoShamba');
  doc.moveDown(0.6).fontSize(20).fillColor(colours.ink).text(printable(title));
  doc.moveDown(0.3).font('Helvetica').fontSize(11).text(printable(subject));
  doc.fillColor(colours.muted).text(printable(made)).moveDown(1.2);
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
export const printable = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/gu, (letter) =>
      letter
        .normalize('NFKD')
        .replace(/\p{M}/gu, '')
        .replace(/[^\x20-\x7e]/gu, '?'),
    );
