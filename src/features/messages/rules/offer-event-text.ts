import type { Language } from '#platform/rules/language.ts';
import { m } from '#text';
import type { OfferNews } from './notices.ts';

export type EventNews = Extract<OfferNews, 'accepted' | 'declined' | 'withdrawn' | 'released'>;

const texts = {
  accepted: { you: m.priceOfferYouAccepted, they: m.priceOfferTheyAccepted },
  declined: { you: m.priceOfferYouDeclined, they: m.priceOfferTheyDeclined },
  withdrawn: { you: m.priceOfferYouWithdrew, they: m.priceOfferTheyWithdrew },
  released: { you: m.priceOfferYouReleased, they: m.priceOfferTheyReleased },
} satisfies Record<EventNews, unknown>;

/** `name`: the other side's name. */
export const offerEventText = (
  news: EventNews,
  { isOwn, name }: { isOwn: boolean; name: string },
  options?: { locale: Language },
): string => (isOwn ? texts[news].you({}, options) : texts[news].they({ name }, options));
