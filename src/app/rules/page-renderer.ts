import type { FindProducts } from '#features/products/rules/find-products.ts';
import type { Language } from '#platform/rules/language.ts';

/** An address of the market, parsed as the web's router parses it. */
type MarketAddress = {
  /**
   * The search without empty parts, in a fixed order. Addresses that show the same have the same
   * one.
   */
  canonicalSearch: string;
  /** Null: the answer depends on the buyer's place, which only the browser knows. */
  question: FindProducts | null;
};

/**
 * Renders pages on the server with the web's components. The build bundles
 * src/app/web/render-page.tsx for Node, and the server loads that file at run time, so that it
 * imports nothing of the web.
 */
export type PageRenderer = {
  /** The HTML of a page, rendered from the data that is embedded in it for the browser. */
  renderPage(page: { address: string; language: Language; data: object }): Promise<string>;
  readMarketAddress(search: string): MarketAddress;
  /** Sets this installation's details. Called once, before the first page. */
  setSite(site: { supportEmail: string; publicUrl: string }): void;
};
