import { lockPerson } from '#accounts/server/people-queries.ts';
import type { NoticeKind } from '#notifications/rules/notice.ts';
import { countUnread, markOpened, notify } from '#notifications/server/inbox.ts';
import { findCrop } from '#products/rules/crops.ts';
import { dayInNairobi } from '#rules/day.ts';
import { AppError } from '#server/app-error.ts';
import { m } from '#text';
import { COUNTRY, PRICE_ALERTS_MAX } from '../rules/price.ts';
import type { SetPriceAlert } from '../rules/price-input.ts';
import { cropOf, firstOf, HINT_WEEKS } from './get-prices.ts';
import {
  countAlerts,
  deleteAlert,
  insertAlert,
  listAlerts,
  rearmAlerts,
  takeDueAlerts,
  updateAlert,
} from './queries.ts';

/** `below` is in shillings per kg; `county` is null for the country. */
export async function listPriceAlerts({ db, user }: Call<'user'>) {
  const alerts = await listAlerts(db, user.id, PRICE_ALERTS_MAX);
  return {
    alerts: alerts.map(({ county, ...alert }) => {
      const crop = findCrop(alert.crop);
      const names = { en: crop?.english ?? alert.crop, sw: crop?.swahili ?? alert.crop };
      return { ...alert, ...names, county: county === COUNTRY ? null : county };
    }),
  };
}

/** Setting the alert of a crop and place again changes its price. */
export async function setPriceAlert(call: Call<'user'>, { crop, county, below }: SetPriceAlert) {
  const userId = call.user.id;
  const alert = {
    userId,
    crop: cropOf(crop).id,
    county: county ?? COUNTRY,
    belowKes: below,
    createdAt: call.clock(),
  };
  await call.db.transaction(async (tx) => {
    await lockPerson(tx, userId);
    if (await updateAlert(tx, alert)) return;
    if ((await countAlerts(tx, userId)) >= PRICE_ALERTS_MAX)
      throw new AppError('TOO_MANY_PRICE_ALERTS');
    await insertAlert(tx, alert);
  });
  return listPriceAlerts(call);
}

export async function removePriceAlert(call: Call<'user'>, { alertId }: { alertId: number }) {
  const isDeleted = await deleteAlert(call.db, { userId: call.user.id, alertId });
  if (!isDeleted) throw new AppError('PRICE_ALERT_NOT_FOUND');
  return listPriceAlerts(call);
}

/** Returns the number of unread notices. */
export async function markPricesOpened(call: Call<'user'>, { crop }: { crop: string }) {
  const subject = pricesSubject(cropOf(crop).id);
  await markOpened(call.db, { userId: call.user.id, subject }, call);
  return countUnread(call.db, call.user.id);
}

/**
 * When a price falls below the limit or falls further, at most once a day. Returns the number of
 * alerts.
 */
export async function tellPriceAlerts(db: Database, { clock }: { clock: Clock }) {
  const now = clock();
  const today = dayInNairobi(now);
  const since = firstOf(HINT_WEEKS, today);
  return db.transaction(async (tx) => {
    await rearmAlerts(tx, { since });
    const due = await takeDueAlerts(tx, { today, since });
    const notices = due.map(({ userId, crop, county, belowKes, medianKes }) => ({
      kind: priceNotice,
      userIds: [userId],
      subject: pricesSubject(crop),
      link:
        county === COUNTRY
          ? `/prices/${crop}`
          : `/prices/${crop}?county=${encodeURIComponent(county)}`,
      facts: {
        crop,
        county: county === COUNTRY ? null : county,
        price: medianKes ?? belowKes,
        below: belowKes,
      },
    }));
    await notify(tx, notices, now);
    return due.length;
  });
}

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

function cropName(id: string, language: Language) {
  const crop = findCrop(id);
  return (language === 'sw' ? crop?.swahili : crop?.english) ?? id;
}

const pricesSubject = (crop: string) => `prices/${crop}`;
