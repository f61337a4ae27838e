/* SMS and USSD texts about lots, of at most 160 plain characters. */

import { wasNotifiedBy } from '#notifications/server/phone-queries.ts';
import type { Language } from '#platform/rules/language.ts';
import { cutToGsm7, shortName } from '#platform/rules/text/sms.ts';
import { AppError } from '#platform/server/app-error.ts';
import type { Call } from '#platform/server/trpc/context.ts';
import type { Unit } from '#products/rules/product.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { m } from '#text';
import { lotSubject, pointHours } from '../rules/lot.ts';
import { lotProposedNotice, smsWords } from '../rules/notices.ts';
import { giveShare, type ShareCall, takeShareBack } from './give-share.ts';
import { getLotForFarm, listLotsForFarm } from './read-lots.ts';
import { findShare } from './share-queries.ts';

type Keypad = ShareCall & { language: Language; receivedAt?: Date };
type Filled = { lotId: number; quantity: number; pointId?: number } & {
  unit?: Unit | undefined;
  waits?: boolean;
};

/** "JAZA 12 200", and "FOLENI 12 200" for what is not left. */
export async function fillByPhone(
  call: Keypad,
  { unit, waits = false, ...given }: Filled,
): Promise<string> {
  const on = { locale: call.language };
  const before = await getLotForFarm(call, given);
  if (unit && unit !== before.unit)
    throw new AppError('LOT_UNIT_OTHER', { inputs: { unit: unitText(2, before.unit, on) } });
  const lot = await giveShare(call, { ...given, waits });
  const words = smsWords({ ...lot, quantity: given.quantity }, on);
  const [share] = lot.shares;
  if (share?.status === 'waiting') return m.smsLotQueued(words, on);
  const point = lot.points.find(({ id }) => id === share?.pointId);
  const hours = point ? pointHours(point) : '';
  return m.smsLotFilled({ ...words, point: shortName(point?.name ?? ''), hours }, on);
}

export const listLotIds = async (call: Pick<Call, 'db' | 'clock'> & { user: { id: number } }) =>
  (await listLotsForFarm(call)).lots;

export async function lotLine(call: Keypad, lotId: number): Promise<string> {
  const { crop, day, id } = smsWords(await getLotForFarm(call, { lotId }), {
    locale: call.language,
  });
  return `LOT ${id} ${crop} ${day}`;
}

/** The question for a share, with the lot's terms and the quantity that is left. */
export async function askShare(call: Keypad, lotId: number): Promise<string> {
  const lot = await getLotForFarm(call, { lotId });
  const on = { locale: call.language };
  const { place, ...words } = smsWords({ ...lot, quantity: lot.left }, on);
  return m.smsAskShare({ ...words, place: cutToGsm7(place, 20) }, on);
}

/** "NDIO LOT 12", to what the farmer was told. */
export async function answerShare(
  { receivedAt, ...call }: Keypad,
  { lotId, isYes }: { lotId: number; isYes: boolean },
): Promise<string> {
  const userId = call.user.id;
  const own = await findShare(call.db, { lotId, farmerId: userId });
  const told = { userId, kind: lotProposedNotice.name, subject: lotSubject(lotId) };
  const by = receivedAt ?? call.clock();
  if (!own || (own.status === 'proposed' && !(await wasNotifiedBy(call.db, { ...told, by }))))
    return askShare(call, lotId);
  const { quantity, pointId } = own;
  if (isYes) return fillByPhone(call, { lotId, quantity, pointId });
  await takeShareBack(call, { lotId });
  return m.smsShareRefused({ id: lotId }, { locale: call.language });
}
