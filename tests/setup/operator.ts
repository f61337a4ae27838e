import { asc, eq } from 'drizzle-orm';
import { runCommand } from '#features/operator/server/run-command.ts';
import { operatorActions } from '#features/operator/server/tables.ts';
import type { Market } from './market.ts';

export const operatorOf = (market: Market) => ({
  run: (...words: string[]) =>
    runCommand(market.db, { operator: 'juma', arguments: words }, market.services),
  logged: () =>
    market.db
      .select({
        operator: operatorActions.operator,
        action: operatorActions.action,
        details: operatorActions.details,
      })
      .from(operatorActions)
      .where(eq(operatorActions.outcome, 'done'))
      .orderBy(asc(operatorActions.id)),
});
