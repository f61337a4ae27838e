import { createRequire } from 'node:module';
import type { Font } from 'fontkit';
import type { Context } from 'hono';
import {
  changeText,
  cropNameText,
  newestPrice,
  whenText,
  wholeMoneyText,
} from '#prices/rules/price.ts';
import { cropPageInput } from '#prices/rules/price-input.ts';
import { browseCropPage } from '#prices/server/get-price-pages.ts';
import { AppError } from '#server/app-error.ts';
import { heavyWork } from '#server/heavy-work.ts';
import { etagOf, type StoredAnswer, sendStored } from '#server/stored-answers.ts';
import { m } from '#text';

const CACHING = 'public, max-age=3600';
const OTHER_PICTURE = '/og.png';

export const pricePicturePath = (crop: string, county: string | null, language: Language) => {
  const search = new URLSearchParams({
    ...(county && { county }),
    ...(language === 'sw' && { language }),
  });
  return `/prices/${crop}.png${search.size > 0 ? `?${search}` : ''}`;
};

type PictureOptions = { services: Services; clientAddressOf: (c: Context) => string };

export function createPricePicture({ services, clientAddressOf }: PictureOptions) {
  const { calls, storedAnswers, log } = services;
  return async (c: Context, crop: string) => {
    const language = c.req.query('language') === 'sw' ? 'sw' : 'en';
    const county = c.req.query('county');
    const input = cropPageInput.safeParse({ crop, ...(county && { county }) });
    if (!input.success) return c.redirect(OTHER_PICTURE);
    const key = `picture:${pricePicturePath(input.data.crop, input.data.county ?? null, language)}`;
    const clientAddress = clientAddressOf(c);
    const kept = await storedAnswers.find(key, clientAddress);
    if (kept) return sendStored(c, kept);
    try {
      const mark = storedAnswers.mark();
      const page = await calls.runOrSkip({ clientAddress }, () =>
        browseCropPage(services, input.data),
      );
      if (!page) return c.redirect(OTHER_PICTURE);
      const encode = () => encodePricePicture(page, language);
      const body = new Uint8Array(await heavyWork.run(clientAddress, encode));
      const answer: StoredAnswer = {
        contentType: 'image/png',
        cacheControl: CACHING,
        vary: [],
        etag: etagOf(body),
        body,
        encoded: {},
      };
      storedAnswers.keep(key, { view: 'prices', mark, answer });
      return sendStored(c, answer);
    } catch (error) {
      if (!(error instanceof AppError))
        log.warn({ err: error }, 'the picture of a price could not be drawn');
      return c.redirect(OTHER_PICTURE);
    }
  };
}

/*
 * Text is drawn as outlines, so that it looks the same without installed fonts. The font is Lato
 * (OFL), with Western European letters.
 */
const require = createRequire(import.meta.url);

const files = {
  bold: () => require.resolve('@fontsource/lato/files/lato-latin-700-normal.woff'),
  black: () => require.resolve('@fontsource/lato/files/lato-latin-900-normal.woff'),
};

const fonts = new Map<Weight, Font>();

type CropPrices = Awaited<ReturnType<typeof browseCropPage>>;

const SIZE = { width: 1200, height: 630 };
const MARGIN = 72;
const CHART = { x: MARGIN, y: 390, width: SIZE.width - 2 * MARGIN, height: 130 };
const colours = {
  paper: '#faf7ef',
  ink: '#17261d',
  muted: '#4c5c52',
  leaf: '#1f6b43',
  band: '#cfe3d2',
  maize: '#f2b134',
};

/** The libraries are loaded with the first picture, because they take memory. */
async function encodePricePicture(page: CropPrices, language: Language): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  if (fonts.size === 0) await openFonts();
  return sharp(Buffer.from(drawPicture(page, language)))
    .png({ palette: true })
    .toBuffer();
}

async function openFonts() {
  const { openSync } = await import('fontkit');
  for (const weight of ['bold', 'black'] as const)
    fonts.set(weight, openSync(files[weight]()) as Font);
}

function drawPicture(page: CropPrices, language: Language) {
  const locale = { locale: language };
  const newest = newestPrice(page.weeks);
  const widest = SIZE.width - 2 * MARGIN;
  const price = newest
    ? m.pricePerKg({ price: wholeMoneyText(newest.median) }, locale)
    : m.priceReadingNone({}, locale);
  const place = `${page.county ?? m.pricesCountry({}, locale)}${newest ? ` · ${whenText(newest, language)}` : ''}`;
  const { leaf, ink, muted, paper, maize } = colours;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}" viewBox="0 0 ${SIZE.width} ${SIZE.height}">`,
    `<rect width="100%" height="100%" fill="${paper}"/><rect width="${SIZE.width}" height="14" fill="${leaf}"/>`,
    letter(cropNameText(page.name, language), {
      x: MARGIN,
      y: 118,
      size: 64,
      weight: 'black',
      fill: ink,
      widest,
    }),
    letter(place, { x: MARGIN, y: 168, size: 34, weight: 'bold', fill: muted, widest }),
    letter(price, { x: MARGIN, y: 288, size: 112, weight: 'black', fill: leaf, widest }),
    letter(changeText(newest?.change ?? null, language), {
      x: MARGIN,
      y: 346,
      size: 36,
      weight: 'bold',
      fill: ink,
      widest,
    }),
    drawWeeks(page.weeks),
    `<path d="M${MARGIN} 548h${widest}" stroke="${maize}" stroke-width="4"/>`,
    letter('SokoShamba', { x: MARGIN, y: 596, size: 36, weight: 'black', fill: leaf }),
    '</svg>',
  ].join('');
}

function drawWeeks(weeks: CropPrices['weeks']) {
  const prices = weeks.flatMap(({ asked }) => (asked ? [asked.low, asked.high] : []));
  const [lowest, highest] = [Math.min(...prices) * 0.9, Math.max(...prices) * 1.05];
  const x = (at: number) =>
    Math.round(CHART.x + (CHART.width * at) / Math.max(1, weeks.length - 1));
  const y = (price: number) =>
    Math.round(CHART.y + CHART.height * (1 - (price - lowest) / Math.max(1, highest - lowest)));
  const between = weeks.slice(1).map(({ asked: after }, index) => {
    const before = weeks[index]?.asked;
    if (!before || !after) return '';
    const [from, to] = [x(index), x(index + 1)];
    const band = `M${from} ${y(before.high)}L${to} ${y(after.high)}V${y(after.low)}L${from} ${y(before.low)}z`;
    const line = `M${from} ${y(before.median)}L${to} ${y(after.median)}`;
    return `<path d="${band}" fill="${colours.band}"/><path d="${line}" stroke="${colours.leaf}" stroke-width="6" stroke-linecap="round"/>`;
  });
  return between.join('');
}

type Weight = keyof typeof files;

type Lettering = {
  x: number;
  y: number;
  size: number;
  weight: Weight;
  fill: string;
  widest?: number;
};

/** One line of text as a path. `y` is its baseline; text wider than `widest` is scaled down. */
function letter(
  text: string,
  { x, y, size, weight, fill, widest = Number.POSITIVE_INFINITY }: Lettering,
) {
  const font = fonts.get(weight);
  if (!font) throw new Error('The fonts are opened before a picture is drawn');
  const run = font.layout(text);
  const scale = Math.min(size / font.unitsPerEm, widest / Math.max(1, run.advanceWidth));
  let at = 0;
  const glyphs = run.glyphs.map((glyph, index) => {
    const place = run.positions[index];
    const d = glyph.path.toSVG();
    const drawn = `<path transform="translate(${at + (place?.xOffset ?? 0)} 0)" d="${d}"/>`;
    at += place?.xAdvance ?? glyph.advanceWidth;
    return d ? drawn : '';
  });
  return `<g fill="${fill}" transform="translate(${x} ${y}) scale(${scale} ${-scale})">${glyphs.join('')}</g>`;
}
