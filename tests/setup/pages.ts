import { type Context, Hono } from 'hono';
import { HEAD_MARK, markShell } from '#app/server/pages/page-template.ts';
import { createCropPage, createPricesPage } from '#app/server/pages/price-pages.ts';
import {
  createMarketFinder,
  createMarketPage,
  createNumberedPage,
  type MarketFinder,
  type NumberedPage,
} from '#app/server/pages/rendered-page.ts';
import * as renderer from '#app/web/render-page.tsx';
import { PAGE_DATA } from '#rules/routes.ts';
import type { Market } from './market.ts';

const SHELL = '<p>rendered by the browser</p>';
const template = `<html><head><title>SokoShamba</title>${HEAD_MARK}</head><body><div id="root">${markShell(SHELL)}</div></body></html>`;
const templates = { en: template, sw: template };
const clientAddressOf = () => '10.0.0.1';
const loadRenderer = () => Promise.resolve(renderer);

type Asked = Pick<Market, 'services'>;
type Answer = { status: number; headers: Headers; html: string };

export const isShell = (html: string): boolean => html.includes(SHELL);

export const pageData = (html: string): unknown =>
  JSON.parse(
    new RegExp(`<script type="application/json" id="${PAGE_DATA}">(.*?)</script>`, 's').exec(
      html,
    )?.[1] ?? 'null',
  );

export const renderedHtml = (html: string): string =>
  /<div id="root">(.*)<\/div><script/s.exec(html)?.[1] ?? '';

export const linkIn = (html: string, rel: string) =>
  new RegExp(`<a [^>]*rel="${rel}"[^>]*href="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ??
  new RegExp(`<a [^>]*href="([^"]*)"[^>]*rel="${rel}"`).exec(html)?.[1]?.replaceAll('&amp;', '&');

const openerOf =
  (app: Hono) =>
  async (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const response = await app.request(path, { headers });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };

const languageOf = (c: Context) => (c.req.query('language') === 'sw' ? 'sw' : 'en');

const optionsFor = ({ services }: Asked) => ({
  services,
  templates,
  loadRenderer,
  publicUrl: 'https://soko.example',
  clientAddressOf,
});

export function numberedPages(kind: NumberedPage, asked: Asked) {
  const page = createNumberedPage(kind, optionsFor(asked));
  return openerOf(new Hono().get(`${kind.path}/:id`, (c) => page(c, languageOf(c))));
}

export function marketPages(
  asked: Asked,
  find: MarketFinder = createMarketFinder({ services: asked.services }),
) {
  const page = createMarketPage({ ...optionsFor(asked), find });
  return openerOf(new Hono().get('/market', (c) => page(c, languageOf(c))));
}

export function pricePages(asked: Asked) {
  const [prices, crop] = [createPricesPage(optionsFor(asked)), createCropPage(optionsFor(asked))];
  return openerOf(
    new Hono()
      .get('/prices', (c) => prices(c, languageOf(c)))
      .get('/prices/:crop', (c) => crop(c, languageOf(c))),
  );
}
