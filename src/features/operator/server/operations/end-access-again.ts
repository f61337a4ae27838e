import type { EndedAccess } from '#features/accounts/server/end-access.ts';
import { endAgain, endAll, findLastUse } from '#features/accounts/server/end-again-queries.ts';
import type { PasswordHasher } from '#features/accounts/server/passwords.ts';
import { operatorRoles } from '#features/operator/rules/operator-roles.ts';
import {
  deleteSessionsOf,
  endLogins,
  findOperatorNamed,
  updateOperator,
} from '#features/operator/server/people/queries.ts';
import { deleteWebhooksOf } from '#features/webhooks/server/queries.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import type { Database } from '#platform/server/db/database.ts';
import { createToken } from '#platform/server/hashes.ts';
import { type Sentence, say } from './operator-services.ts';

type Needs = { endedAccess: EndedAccess; passwords: PasswordHasher };

/**
 * Ends the access again that ended after the backup which this database was restored from, by the
 * file in DATA_DIR (end-access.ts). Without the file, or if it was begun after the backup, ends all
 * sessions, API keys and operators' logins.
 * @returns what an operator should know
 */
export async function endAccessAgain(
  tx: Database,
  { endedAccess, passwords }: Needs,
  now: Date,
): Promise<Sentence> {
  const lines = (await endedAccess.read()) ?? [];
  const [begun] = lines;
  const lastUse = await findLastUse(tx);
  const isComplete = begun !== undefined && (lastUse === null || begun.at <= lastUse);
  const unusablePassword = await passwords.hash(createToken(), 'operator');
  for (const line of lines) {
    await endAgain(tx, line, { unusablePassword, now });
    if (line.userId !== undefined) await deleteWebhooksOf(tx, line.userId, line.at);
    const operator = line.operator && (await findOperatorNamed(tx, line.operator));
    if (!operator) continue;
    const role = operatorRoles.find((one) => one === line.role);
    if (role) {
      await updateOperator(tx, operator.id, { role });
      await deleteSessionsOf(tx, operator.id);
      continue;
    }
    await endLogins(tx, operator.id);
    if (line.isClosed) await updateOperator(tx, operator.id, { closedAt: line.at });
  }
  if (isComplete) return say(m.deskAccessEnded, {});
  await endAll(tx);
  await endLogins(tx);
  await endedAccess.begin(now);
  return say(m.deskAccessUnknown, {});
}
