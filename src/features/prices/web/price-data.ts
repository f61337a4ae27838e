import type { Answers } from '#features/products/web/catalogue/offer.ts';
import { PAGE_DATA_AT, readPageData } from '#features/products/web/catalogue/page-data.ts';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';

const FRESH_MILLISECONDS = 60_000;
const kept = {
  staleTime: FRESH_MILLISECONDS,
  retry: retryUnlessRefused,
  initialDataUpdatedAt: PAGE_DATA_AT,
};

export type CropPrices = Answers['cropPage'];
export type PriceWeek = CropPrices['weeks'][number];
export type ReferenceWeek = CropPrices['reference'][number];
export type CountyPrice = CropPrices['counties'][number];
export type PricesOverview = Answers['priceOverview'];

/** What the address of /prices says. */
export type PricesSearch = { search?: string | undefined; crop?: string | undefined };

/** Query options for the page of all prices, whose data the server writes into it. */
export const overviewOptions = ({ search, crop }: PricesSearch) => ({
  ...kept,
  initialData: () => {
    const { prices } = readPageData();
    return prices?.question.search === search && prices?.question.crop === crop
      ? prices?.overview
      : undefined;
  },
});

/** Likewise for a crop's page. */
export const cropPageOptions = (crop: string, county: string | undefined) => ({
  ...kept,
  initialData: () => readCropPage(crop, county) ?? undefined,
});

/**
 * The crop of this page; null if there is none; undefined if the page was drawn for something else.
 */
export function readCropPage(
  crop: string,
  county: string | undefined,
): CropPrices | null | undefined {
  const { cropPage } = readPageData();
  if (cropPage?.question.crop !== crop) return undefined;
  return cropPage.page === null || cropPage.question.county === county ? cropPage.page : undefined;
}
