import type { NoticeKind } from '#notifications/rules/notice.ts';
import type { Language } from '#platform/rules/language.ts';
import { findCrop } from '#products/rules/crops.ts';
import { m } from '#text';

/** In whole shillings per kilogram. Without a county, the country's price. */
type PriceAlert = { crop: string; county: string | null; price: number; below: number };

export const priceNotice: NoticeKind<PriceAlert> = {
  name: 'priceAlert',
  topic: 'prices',
  mail: 'unread',
  text: ({ crop: id, county, price: kes }, options) => {
    const [crop, price] = [cropName(id, options.locale), kes.toLocaleString('en-KE')];
    return county
      ? m.noticePriceAlertCounty({ crop, county, price }, options)
      : m.noticePriceAlert({ crop, price }, options);
  },
};

function cropName(id: string, language: Language): string {
  const crop = findCrop(id);
  return (language === 'sw' ? crop?.swahili : crop?.english) ?? id;
}

export const pricesSubject = (crop: string) => `prices/${crop}`;
