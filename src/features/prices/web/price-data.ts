import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import type { Answers } from '#products/web/catalogue/offer.ts';
import { PAGE_DATA_AT, readPageData } from '#products/web/catalogue/page-data.ts';
import type { CropPage, PriceOverview } from '../rules/price-input.ts';

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

type PricePageData = {
  prices?: { question: PriceOverview; overview: PricesOverview };
  cropPage?: { question: CropPage; page: CropPrices | null };
};

export type PricesSearch = { search?: string | undefined; crop?: string | undefined };

/** The server embeds this query's data in the page. */
export const overviewOptions = ({ search, crop }: PricesSearch) => ({
  ...kept,
  initialData: () => {
    const { prices } = readPageData<PricePageData>();
    return prices?.question.search === search && prices?.question.crop === crop
      ? prices?.overview
      : undefined;
  },
});

export const cropPageOptions = (crop: string, county: string | undefined) => ({
  ...kept,
  initialData: () => readCropPage(crop, county) ?? undefined,
});

/** Null if there is no such crop; undefined if the page was rendered for something else. */
export function readCropPage(
  crop: string,
  county: string | undefined,
): CropPrices | null | undefined {
  const { cropPage } = readPageData<PricePageData>();
  if (cropPage?.question.crop !== crop) return undefined;
  return cropPage.page === null || cropPage.question.county === county ? cropPage.page : undefined;
}
