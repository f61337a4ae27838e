/* Reading names, numbers or messages adds a row to the log. */

import { countOutgoing, outgoingKinds } from '#notifications/server/send-sms.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import type { Day } from '#rules/day.ts';
import type { Database } from '#server/database.ts';
import { findStanding } from '#server/db/live-database-queries.ts';
import { countHeld, listHeld } from '#server/outbox-queries.ts';
import { listActions, listOpenRequests } from './action-queries.ts';
import { type Fitting, plainInput, previewAll } from './operations/all-operations.ts';
import { type Acting, auditedRead } from './operations/perform.ts';
import { listOperators } from './operator-queries.ts';
import { reconcileDay } from './reconcile-day.ts';

export const readRequests = (db: Database, acting: Acting) =>
  auditedRead(db, { what: 'requests', ...acting }, (tx) =>
    listOpenRequests(tx, acting.services.clock()),
  );

export const readOperators = (db: Database, acting: Acting) =>
  auditedRead(db, { what: 'operators', ...acting }, async (tx) =>
    (await listOperators(tx)).map(({ name, role, closedAt, linkExpiresAt }) => ({
      name,
      role,
      closedAt,
      linkExpiresAt,
    })),
  );

export const readLog = (db: Database, beforeId: number | null, acting: Acting) =>
  auditedRead(db, { what: 'log', ...acting }, async (tx) =>
    (await listActions(tx, beforeId)).map(({ before: _, after: __, details, ...action }) => ({
      ...action,
      details: plainInput(details),
    })),
  );

export const readReconciliation = (db: Database, day: Day, acting: Acting) =>
  auditedRead(db, { what: 'statement', subject: { day }, ...acting }, (tx) =>
    reconcileDay(tx, { day, shortcodes: acting.services.operatorSettings.shortcodes }),
  );

export const readServer = (db: Database, acting: Acting) =>
  auditedRead(db, { what: 'server', ...acting }, async (tx) => {
    const { services } = acting;
    const { isLive, paysOut } = await findStanding(tx);
    const kinds = { kinds: outgoingKinds(services), now: services.clock() };
    const held = await listHeld(tx, { ...kinds, limit: OPERATOR_LIST_MAX });
    const decisions = await previewAll(tx, decisionsAboutAll, acting);
    return {
      isLive,
      paysOut,
      waiting: await countOutgoing(tx, services),
      heldCount: await countHeld(tx, kinds),
      held: held.map(({ payload, ...message }) => ({
        ...message,
        payload: plainInput(payload),
        choices: decisions.map((decision) => ({ ...decision, input: { message: message.id } })),
      })),
      messageChoices: [
        ...(await previewAll(tx, enabling({ isLive, paysOut }), acting)),
        ...(held.length > 1 ? decisions : []),
      ],
      priceChoices: await previewAll(tx, [{ does: 'rebuildPrices', input: {} }], acting),
    };
  });

const decisionsAboutAll: Fitting[] = [
  { does: 'releaseMessages', input: { message: 'all' } },
  { does: 'dropMessages', input: { message: 'all' } },
];

const enabling = ({ isLive, paysOut }: { isLive: boolean; paysOut: boolean }): Fitting[] => [
  ...(isLive ? [] : [{ does: 'enableOutgoing', input: {} } as const]),
  ...(paysOut ? [] : [{ does: 'enablePayouts', input: {} } as const]),
];
