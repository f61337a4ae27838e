import { SILENCE_SECONDS } from '#accounts/rules/limits.ts';
import { lockPerson } from '#accounts/server/people-queries.ts';
import { type NoticeKind, smsImportance } from '#notifications/rules/notice.ts';
import { notifyOnce } from '#notifications/server/inbox.ts';
import { DAY_SECONDS, HOUR_SECONDS } from '#rules/limits.ts';
import { dial } from '#rules/text/sms.ts';
import { repeatRounds, secondsAfter } from '#server/clock.ts';
import { handledBy } from '#server/outbox.ts';
import { m } from '#text';
import { smsCallbacks, ussdCallback } from './phone-callbacks.ts';
import { listWithoutPin } from './queries.ts';
import { handleSms, smsReceived } from './receive-sms.ts';

/*
 * After a long silence of the phone only the PIN tells a farmer from a new holder of the number,
 * and only the USSD menu asks for one. So farmers are asked by SMS while the number still proves
 * who they are. The notice is kept for 90 days and not repeated until then.
 */

const pinMissingNotice: NoticeKind<Record<never, never>> = {
  name: 'pinMissing',
  topic: 'orders',
  mail: 'unread',
  smsImportance: smsImportance.order,
  countedAs: null,
  isForMailless: true,
  text: (_, options) => m.noticePinMissing({}, options),
  sms: (_, on) => m.smsPinMissing({ dial: dial(on, on) }, on),
};

export const phones = {
  paths: { '/api/sms': smsCallbacks, '/api/ussd': ussdCallback },
  /** With our secret in them. */
  api: {
    title: 'SMS and USSD',
    fields: {},
    paths: {},
    partnerPaths: [
      'POST /api/sms/incoming/:secret',
      'POST /api/sms/report/:secret',
      'POST /api/ussd/:secret',
    ],
  },
  notices: [pinMissingNotice],
  outbox: [handledBy(smsReceived, handleSms)],
  start: (db: Database, services: Parameters<typeof startPinReminders>[1]) => [
    startPinReminders(db, services),
  ],
} satisfies Feature;

export const PIN_ASKED_SECONDS = 60 * DAY_SECONDS;
const PINS_ASKED_PER_ROUND = 10;

export async function askForPins(db: Database, { clock }: Pick<RunningServices, 'clock'>) {
  const now = clock();
  const userIds = await listWithoutPin(db, {
    silentFrom: secondsAfter(now, -SILENCE_SECONDS),
    silentSince: secondsAfter(now, -PIN_ASKED_SECONDS),
    kind: pinMissingNotice.name,
    limit: PINS_ASKED_PER_ROUND,
  });
  for (const userId of userIds) {
    await db.transaction(async (tx) => {
      // Another process may be asking the same farmer.
      if (!(await lockPerson(tx, userId))) return;
      const about = { subject: 'pin', link: '/farmer/dashboard?tab=profile', facts: {} };
      await notifyOnce(tx, { kind: pinMissingNotice, userIds: [userId], ...about }, now);
    });
  }
}

function startPinReminders(
  db: Database,
  { live, log, clock }: Pick<RunningServices, 'live' | 'log' | 'clock'>,
) {
  return repeatRounds(() => askForPins(db, { clock }), {
    pauseMilliseconds: HOUR_SECONDS * 1000,
    mayRun: live.isLive,
    onError: { log, text: 'farmers without a PIN could not be asked to choose one' },
  });
}
