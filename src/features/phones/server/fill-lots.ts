/* The texts have at most 160 plain characters. */

import { lotSubject, pointHours } from '#lots/rules/lot.ts';
import { lotNotices, smsWords } from '#lots/rules/notices.ts';
import { giveShare, takeShareBack } from '#lots/server/give-share.ts';
import { getLotForFarm, listLotsForFarm } from '#lots/server/read-lots.ts';
import { findShare } from '#lots/server/share-queries.ts';
import { wasNotifiedBy } from '#notifications/server/phone-queries.ts';
import type { Command } from '#phones/rules/arguments.ts';
import { unitText } from '#products/rules/product-texts.ts';
import { shortName } from '#rules/text/sms.ts';
import { AppError } from '#server/app-error.ts';
import { m } from '#text';
import { type SpeakerCall, say } from './speakers.ts';

type Filled = Pick<Extract<Command, { name: 'fill' }>, 'lotId' | 'quantity' | 'unit'> & {
  pointId?: number;
  waits?: boolean;
};

/** "JAZA 12 200", and "FOLENI 12 200" for what is not left. */
export async function fillByPhone(
  call: SpeakerCall,
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

export const listLots = async (call: SpeakerCall) => (await listLotsForFarm(call)).lots;

export async function lotLine(call: SpeakerCall, lotId: number): Promise<string> {
  const lot = await getLotForFarm(call, { lotId });
  const { crop, day, id } = smsWords(lot, { locale: call.language });
  return `LOT ${id} ${crop} ${day}`;
}

/** The question for a share, with the lot's terms and the quantity that is left. */
export async function askShare(call: SpeakerCall, lotId: number): Promise<string> {
  const lot = await getLotForFarm(call, { lotId });
  const on = { locale: call.language };
  return m.smsAskShare(smsWords({ ...lot, quantity: lot.left }, on), on);
}

/** "NDIO LOT 12", to what the farmer was told. */
export async function answerShare(
  { receivedAt, ...call }: SpeakerCall & { receivedAt?: Date },
  { lotId, isYes }: { lotId: number; isYes: boolean },
): Promise<string> {
  const userId = call.user.id;
  const own = await findShare(call.db, lotId, userId);
  const told = { userId, kind: lotNotices.proposed.name, subject: lotSubject(lotId) };
  const by = receivedAt ?? call.clock();
  if (!own || (own.status === 'proposed' && !(await wasNotifiedBy(call.db, { ...told, by }))))
    return askShare(call, lotId);
  const { quantity, pointId } = own;
  if (isYes) return fillByPhone(call, { lotId, quantity, pointId });
  await takeShareBack(call, { lotId });
  return say(call.language, m.smsShareRefused, { id: lotId });
}
