import { findVisitState, recordVisit } from '#features/farms/server/record-visit.ts';
import { visitInput } from '#features/operator/rules/operations.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Database } from '#platform/server/db/database.ts';
import { defineOperation } from './operation.ts';
import { OperatorError, say } from './operator-services.ts';

/** The results of farm visits. */
const roles = ['support', 'lead'] as const;

const stateOf = (db: Database, { account }: { account: string }) => findVisitState(db, account);

export const visited = defineOperation({
  name: 'visited',
  input: visitInput,
  roles,
  stateOf,
  async work(tx, { account, position = null }, { now }) {
    const found = await recordVisit(tx, { address: account, visitedAt: now, position });
    if (found === 'unknown') throw new OperatorError(say(m.deskNoFarmer, { account }));
    return { said: say(m.deskVisited, { account }) };
  },
});

export const unvisited = defineOperation({
  name: 'unvisited',
  input: visitInput,
  roles,
  stateOf,
  async work(tx, { account }) {
    const found = await recordVisit(tx, { address: account, visitedAt: null, position: null });
    if (found === 'unknown') throw new OperatorError(say(m.deskNoFarmer, { account }));
    if (found === 'already') throw new OperatorError(say(m.deskNotVisited, { account }));
    return { said: say(m.deskUnvisited, { account }) };
  },
});
