/*
 * Nothing is taken off the market unless its farmer was asked a day before, so a server that was
 * down, or a restored copy, empties no market.
 *
 * The account is locked before its products, as in a checkout, so two processes never ask the same
 * farmer twice.
 */

import { lockPerson } from '#accounts/server/people-queries.ts';
import { type NoticeKind, smsImportance } from '#notifications/rules/notice.ts';
import { notify, type SmsCall } from '#notifications/server/inbox.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { fitParts } from '#rules/text/sms.ts';
import { repeatRounds, secondsAfter } from '#server/clock.ts';
import { m } from '#text';
import {
  ANSWER_SECONDS,
  ASKED_DAYS_BEFORE,
  PERISHABLE_ASKED_AFTER_DAYS,
} from '../rules/product-facts.ts';
import {
  endUnanswered,
  FRESHNESS_BATCH,
  listFarmersToAsk,
  lockUndated,
  markAsked,
  setFreshUntil,
} from './freshness-queries.ts';
import { lineOf, numberProducts } from './list-own-products.ts';
import { freshDays } from './set-quantities.ts';

/** The products that a farmer is asked about in one SMS. */
export const SMS_ASKED_MAX = 60;

/**
 * Asks a farmer whether products are still there. `product`: the name of one of them; `others`: how
 * many more. The SMS names them by the numbers of a new list, so that STOCK answers, and is not
 * sent if all were answered in the meantime.
 */
export const stillThereNotice: NoticeKind<{ product: string; others: number }, SmsCall> = {
  name: 'stillThere',
  topic: 'orders',
  mail: 'unread',
  smsImportance: smsImportance.listing,
  countedAs: null,
  isForMailless: true,
  text: (facts, options) =>
    facts.others > 0 ? m.noticeStillThereMany(facts, options) : m.noticeStillThere(facts, options),
  async sms(_, on) {
    const asked = (await numberProducts(on)).filter(({ isAsked }) => isAsked);
    const [first] = asked;
    if (!first) return null;
    const lines = asked.map((product) => lineOf(product, on));
    const { text: list } = fitParts(lines, { joint: ', ', characters: SMS_ASKED_MAX });
    const { number, quantity } = first;
    return m.smsStillThere({ list, number, quantity: String(quantity) }, on);
  },
};

const STILL_THERE_SUBJECT = 'still there';

const PAUSE_MILLISECONDS = 60 * 1000;

export async function runFreshnessClock(
  db: Database,
  { clock }: { clock: Clock },
  isStopped: () => boolean = () => false,
) {
  const now = clock();
  const inBatches = async (batch: (tx: Database) => Promise<number>) => {
    while (!isStopped() && (await db.transaction(batch)) === FRESHNESS_BATCH);
  };
  await inBatches((tx) => beginFreshTime(tx, now));
  await askFarmers(db, now, isStopped);
  const askedBefore = secondsAfter(now, -ANSWER_SECONDS);
  await inBatches((tx) => endUnanswered(tx, { today: dayInNairobi(now), askedBefore }));
}

/**
 * Offers that an earlier version wrote begin their shelf life now, so that an upgrade does not
 * empty the market.
 */
async function beginFreshTime(tx: Database, now: Date) {
  const undated = await lockUndated(tx);
  if (undated.length === 0) return 0;
  const today = dayInNairobi(now);
  await setFreshUntil(
    tx,
    undated.map(({ id, crop }) => ({ id, freshUntil: daysAfter(today, freshDays(crop)) })),
  );
  return undated.length;
}

async function askFarmers(db: Database, now: Date, isStopped: () => boolean) {
  const today = dayInNairobi(now);
  const days = {
    today,
    lastDay: daysAfter(today, ASKED_DAYS_BEFORE),
    perishableSince: daysAfter(today, -PERISHABLE_ASKED_AFTER_DAYS),
  };
  for (const farmerId of await listFarmersToAsk(db, days)) {
    if (isStopped()) return;
    await db.transaction(async (tx) => {
      if (!(await lockPerson(tx, farmerId))) return;
      const [product, ...others] = await markAsked(tx, { farmerId, ...days, now });
      if (product === undefined) return;
      const notice = {
        kind: stillThereNotice,
        userIds: [farmerId],
        subject: STILL_THERE_SUBJECT,
        link: '/farmer/dashboard?tab=inventory',
        facts: { product, others: others.length },
        // The question concerns only the farmer, so its SMS need no other proven person.
        causedBy: farmerId,
        isByProven: true,
      };
      await notify(tx, [notice], now);
    });
  }
}

export function startFreshnessClock(db: Database, { live, log, clock }: RunningServices) {
  return repeatRounds((isStopped) => runFreshnessClock(db, { clock }, isStopped), {
    pauseMilliseconds: PAUSE_MILLISECONDS,
    mayRun: live.isLive,
    onError: { log, text: 'farmers could not be asked about their products' },
  });
}
