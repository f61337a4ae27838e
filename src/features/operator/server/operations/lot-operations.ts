import { findLotState, lapseLot } from '#lots/server/operator-work.ts';
import { endLotInput } from '#operator/rules/operations.ts';
import { m } from '#text';
import { defineOperation } from './operation.ts';
import { say } from './operator-services.ts';

export const endLot = defineOperation({
  name: 'lot end',
  input: endLotInput,
  roles: ['support', 'lead'],
  stateOf: (db, { lotId }) => findLotState(db, lotId),
  async work(tx, { lotId }, { now }) {
    await lapseLot(tx, lotId, now);
    return { said: say(m.deskSaidLotEnded, {}) };
  },
});
