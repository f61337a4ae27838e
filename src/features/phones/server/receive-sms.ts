import { SMS_ANSWER_SECONDS } from '#notifications/rules/limits.ts';
import {
  findInbound,
  insertInbound,
  markHandled,
  markTried,
} from '#notifications/server/phone-queries.ts';
import { queueSmsAnswer } from '#notifications/server/send-sms.ts';
import type { Clock } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { fromPhones, outboxKind, putInOutbox } from '#platform/server/outbox.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { answerWords } from './answer-words.ts';
import { keepQuestions } from './questions.ts';

export type ReceivedSms = { serviceId: string; from: string; text: string };

const TEXT_KEPT = 500;
const ID_KEPT = 200;

/**
 * "254712345678" or "0712345678" -> "+254712345678"; null for short codes, names and foreign
 * numbers.
 */
export function kenyanMobile(from: string): string | null {
  const [, digits] = /^(?:\+?254|0)([17]\d{8})$/.exec(from.slice(0, 20).trim()) ?? [];
  return digits === undefined ? null : `+254${digits}`;
}

/** Also replaces characters that PostgreSQL cannot store: every retry would fail on them. */
export const storable = (text: string, characters: number) =>
  text
    .slice(0, characters)
    .replaceAll('\0', ' ')
    .replaceAll(/\p{Cs}/gu, ' ');

export const smsReceived = outboxKind<{ inboundId: number }>({
  kind: 'smsReceived',
  lane: fromPhones,
  validSeconds: SMS_ANSWER_SECONDS,
});

/** The same id twice is one message. */
export async function receiveSms(
  db: Database,
  { serviceId, from, text }: ReceivedSms,
  { clock }: { clock: Clock },
): Promise<void> {
  const phoneNumber = kenyanMobile(from);
  if (phoneNumber === null || serviceId === '') return;
  const now = clock();
  const [kept, id] = [storable(text, TEXT_KEPT), storable(serviceId, ID_KEPT)];
  await db.transaction(async (tx) => {
    const inboundId = await insertInbound(tx, {
      serviceId: id,
      phoneNumber,
      text: kept,
      receivedAt: now,
    });
    if (inboundId === null) return;
    await putInOutbox(tx, smsReceived({ inboundId }), now);
  });
}

/**
 * Runs again if an attempt fails: a retried command finds its order already changed, and limits and
 * wrong codes count once. A pending question stays until its answer is queued.
 */
export async function handleSms(
  db: Database,
  { inboundId: id, attempt }: { inboundId: number; attempt: number },
  services: Services,
): Promise<void> {
  const inbound = await findInbound(db, id);
  if (!inbound) return;
  const { phoneNumber, receivedAt } = inbound;
  const isCounted = (tx: Database) => markTried(tx, { id, now: services.clock() });
  const answer = await answerWords(
    db,
    { phoneNumber, text: inbound.text ?? '', receivedAt, isRetry: attempt > 1, isCounted },
    services,
  );
  const { userId, texts } = answer;
  const now = services.clock();
  await db.transaction(async (tx) => {
    if (!(await markHandled(tx, { id, userId, now }))) return;
    await keepQuestions(tx, answer, now);
    for (const text of texts) await queueSmsAnswer(tx, { userId, phoneNumber, text }, now);
  });
}
