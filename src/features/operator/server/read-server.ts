import { countOutgoing, outgoingKinds } from '#notifications/server/count-outgoing.ts';
import { OPERATOR_LIST_MAX } from '#orders/rules/limits.ts';
import type { Database } from '#platform/server/db/database.ts';
import { findStanding } from '#platform/server/live-database-queries.ts';
import { countHeld, listHeld } from '#platform/server/outbox-queries.ts';
import { type Choice, previewAll } from './cases/choices.ts';
import { plainInput } from './cases/plain-input.ts';
import { type Acting, auditedRead } from './operations/perform.ts';

type Fitting = Pick<Choice, 'does' | 'input'>;

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
