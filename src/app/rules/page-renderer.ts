import type { FindProducts } from '#features/products/rules/product.ts';
import type { Language } from '#platform/rules/language.ts';

/** An address of the market, read as the web's router reads it. */
export type MarketAddress = {
  /**
   * The search without parts that mean nothing, each in its place: addresses that show the same
   * have the same one.
   */
  canonicalSearch: string;
  /** Null: the answer depends on the buyer's place, which only the browser knows. */
  question: FindProducts | null;
};

/**
 * Renders pages on the server with the components of the web. The build bundles
 * src/app/web/render-page.tsx for Node, and the server loads that file at run time, so it imports
 * nothing of the web.
 */
export type PageRenderer = {
  /** The HTML of a page, rendered from the data that the browser will find in it. */
  renderPage(page: { address: string; language: Language; data: object }): Promise<string>;
  readMarketAddress(search: string): MarketAddress;
  /** Sets what every page shows about this installation. Called once, before the first page. */
  setSite(site: { supportEmail: string }): void;
};
