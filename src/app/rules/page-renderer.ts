import type { FindProducts } from '#products/rules/find-products.ts';

type MarketAddress = {
  /** Has no empty parts and a fixed order, so that equivalent addresses have the same one. */
  canonicalSearch: string;
  /** Null: the answer depends on the buyer's place, which only the browser knows. */
  question: FindProducts | null;
};

/**
 * The build bundles src/app/web/render-page.tsx for Node, and the server loads that file at run
 * time, so it imports nothing of the web.
 */
export type PageRenderer = {
  renderPage(page: { address: string; language: Language; data: object }): Promise<string>;
  readMarketAddress(search: string): MarketAddress;
  setSite(site: { supportEmail: string; publicUrl: string }): void;
};
