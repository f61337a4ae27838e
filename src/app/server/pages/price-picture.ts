import type { Context } from 'hono';
import sharp from 'sharp';
import { cropPageInput } from '#features/prices/rules/price-page-input.ts';
import {
  cropNameText,
  newestPrice,
  whenText,
  wholeMoneyText,
} from '#features/prices/rules/price-texts.ts';
import { browseCropPage } from '#features/prices/server/browse-price-pages.ts';
import type { Language } from '#platform/rules/language.ts';
import { READ_COST } from '#platform/rules/limits.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { AppError } from '#platform/server/app-error.ts';
import { etagOf, type StoredAnswer, sendStored } from '#platform/server/cache/stored-answer.ts';
import { heavyWork } from '#platform/server/heavy-work.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { letter } from './lettering.ts';

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
/** A chat fetches it once, and again when the link is shared again. */
const CACHING = 'public, max-age=3600';
/** The site's own picture, for unknown crops and while too many pictures are requested. */
const OTHER_PICTURE = '/og.png';

export const pricePicturePath = (
  crop: string,
  county: string | null,
  language: Language,
): string => {
  const search = new URLSearchParams({
    ...(county && { county }),
    ...(language === 'sw' && { language }),
  });
  return `/prices/${crop}.png${search.size > 0 ? `?${search}` : ''}`;
};

type PictureOptions = { services: Services; clientAddressOf: (c: Context) => string };

/**
 * Serves /prices/{crop}.png?county&language: a crop's price, for link previews. 1200 by 630 pixels,
 * cached in memory.
 */
export function createPricePicture({ services, clientAddressOf }: PictureOptions) {
  const { hotAnswers, log, readPace } = services;
  return async (c: Context, crop: string): Promise<Response> => {
    const language = c.req.query('language') === 'sw' ? 'sw' : 'en';
    const county = c.req.query('county');
    const input = cropPageInput.safeParse({ crop, ...(county && { county }) });
    if (!input.success) return c.redirect(OTHER_PICTURE);
    const key = `picture:${pricePicturePath(input.data.crop, input.data.county ?? null, language)}`;
    const clientAddress = clientAddressOf(c);
    const kept = await hotAnswers.find(key, clientAddress);
    if (kept) return sendStored(c, kept);
    try {
      if (!(await readPace.mayDraw(clientAddress, READ_COST.picture)))
        return c.redirect(OTHER_PICTURE);
      const mark = hotAnswers.mark();
      const page = await browseCropPage({ services, clientAddress }, input.data);
      const encode = () =>
        sharp(Buffer.from(drawPicture(page, language)))
          .png({ palette: true })
          .toBuffer();
      const body = new Uint8Array(await heavyWork.run(clientAddress, encode));
      const answer: StoredAnswer = {
        contentType: 'image/png',
        cacheControl: CACHING,
        vary: [],
        etag: etagOf(body),
        body,
        encoded: {},
      };
      hotAnswers.keep(key, { view: 'prices', mark, answer });
      return sendStored(c, answer);
    } catch (error) {
      if (!(error instanceof AppError))
        log.warn({ err: error }, 'the picture of a price could not be drawn');
      return c.redirect(OTHER_PICTURE);
    }
  };
}

/** The picture as SVG without text elements. */
export function drawPicture(page: CropPrices, language: Language): string {
  const locale = { locale: language };
  const newest = newestPrice(page.weeks);
  const widest = SIZE.width - 2 * MARGIN;
  const price = newest
    ? m.pricePictureKg({ price: wholeMoneyText(newest.median) }, locale)
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

function changeText(change: number | null, language: Language): string {
  const locale = { locale: language };
  if (change === null) return '';
  if (change === 0) return m.pricePictureSame({}, locale);
  const percent = String(Math.abs(change));
  return change > 0
    ? m.pricePictureMore({ percent }, locale)
    : m.pricePictureLess({ percent }, locale);
}

/** The year as a line within its band. Weeks without a price are gaps. */
function drawWeeks(weeks: CropPrices['weeks']): string {
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
