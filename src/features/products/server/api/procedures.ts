import { mutation, query } from '#platform/server/trpc/procedures.ts';
import * as operations from '#products/contract.ts';
import type { SentCard } from '#products/rules/offer-card.ts';
import { guessCropOf, listCrops } from '#products/server/list-crops.ts';
import { listOwnProducts } from '#products/server/list-own-products.ts';
import * as browsing from '../browse.ts';
import { suggestSearches } from '../browse.ts';
import { createProduct } from '../create-product.ts';
import { deleteProduct, editProduct } from '../edit-product.ts';
import { listYesterdaysQuantities, setQuantities, setQuantity } from '../set-quantities.ts';

export const farmer = {
  products: {
    list: query(operations.listOwnProducts, listOwnProducts),
    yesterday: query(operations.listYesterdaysQuantities, listYesterdaysQuantities),
    create: mutation(operations.createProduct, createProduct),
    edit: mutation(operations.editProduct, editProduct),
    delete: mutation(operations.deleteProduct, deleteProduct),
    setQuantity: mutation(operations.setQuantity, setQuantity),
    setQuantities: mutation(operations.setQuantities, setQuantities),
  },
};

export const buyer = { products: query(operations.searchProducts, browsing.searchProducts) };

export const market = {
  cards: query(operations.browseCards, browsing.browseCards),
  facets: query(operations.browseFacets, browsing.browseFacets),
  suggestions: query(operations.suggestSearches, suggestSearches),
  crops: query(operations.listCrops, async (_, input) => listCrops(input)),
  guessCrop: query(operations.guessCrop, async (_, input) => guessCropOf(input)),
  cropCards: query(operations.browseCropOffers, browsing.browseCropOffers),
  product: query(operations.browseProduct, browsing.browseProduct),
  products: query(operations.browseCards, async (call, input) =>
    byColumn(await browsing.browseCards(call, input)),
  ),
  cropOffers: query(operations.browseCropOffers, async (call, input) =>
    byColumn(await browsing.browseCropOffers(call, input)),
  ),
};

/**
 * Open pages of version 1.1 ask `products` and `cropOffers`, and read cards by column. The version
 * after the next one drops all three.
 */
function byColumn<Answer extends { products: SentCard[] }>(answer: Answer) {
  const rows: Record<string, unknown>[] = answer.products.map(({ photo, ...card }) => ({
    ...card,
    photoHash: photo?.contentHash,
    photoColour: photo?.colour,
    photoWidth: photo?.widthPixels,
    photoHeight: photo?.heightPixels,
  }));
  const columns = Object.keys(rows[0] ?? {}).map((field) => [
    field,
    rows.map((row) => row[field] ?? null),
  ]);
  return { ...answer, products: Object.fromEntries(columns) };
}
