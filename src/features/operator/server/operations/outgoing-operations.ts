import { endAgain, endAll, findLastUse } from '#accounts/server/end-again-queries.ts';
import { outgoingKinds } from '#notifications/server/count-outgoing.ts';
import { heldMessagesInput, noteInput } from '#operator/rules/operations.ts';
import { operatorRoles } from '#operator/rules/operator-roles.ts';
import {
  deleteSessionsOf,
  endLogins,
  findOperatorNamed,
  updateOperator,
} from '#operator/server/people/queries.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createToken } from '#platform/server/hashes.ts';
import { findStanding, nameLiveDatabase } from '#platform/server/live-database-queries.ts';
import { dropHeld, releaseHeld, wakeOutbox } from '#platform/server/outbox-queries.ts';
import type { Services } from '#platform/server/trpc/context.ts';
import { m } from '#text';
import { deleteWebhooksOf } from '#webhooks/server/queries.ts';
import { defineOperation } from './operation.ts';
import { OperatorError, type Sentence, say } from './operator-services.ts';

/**
 * Ends the access again that ended after the backup which this database was restored from
 * (end-access.ts). Without a file, or with one begun later, ends all sessions, API keys and
 * operators' logins.
 */
async function endAccessAgain(
  tx: Database,
  { endedAccess, passwords }: Pick<Services, 'endedAccess' | 'passwords'>,
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

/** A copy of the database sends no messages and no payouts. */
const roles = ['lead'] as const;

export const enableOutgoing = defineOperation({
  name: 'outgoing enable',
  input: noteInput,
  roles,
  stateOf: findStanding,
  async work(tx, _, { now, services }) {
    if ((await findStanding(tx)).isLive) throw new OperatorError(say(m.deskLiveAlready, {}));
    const ended = await endAccessAgain(tx, services, now);
    await nameLiveDatabase(tx, { paysOut: false, now });
    await wakeOutbox(tx);
    return { said: (options) => `${m.deskLive({}, options)} ${ended(options)}` };
  },
});

export const enablePayouts = defineOperation({
  name: 'payouts enable',
  input: noteInput,
  roles,
  stateOf: findStanding,
  async work(tx, _, { now, services }) {
    const { isLive, paysOut } = await findStanding(tx);
    if (paysOut) throw new OperatorError(say(m.deskPaysOutAlready, {}));
    const ended = isLive ? null : await endAccessAgain(tx, services, now);
    await nameLiveDatabase(tx, { paysOut: true, now });
    return {
      said: (options) => [m.deskPaysOut({}, options), ended?.(options)].filter(Boolean).join(' '),
    };
  },
});

const endHeld = (name: string, apply: typeof releaseHeld, text: typeof m.deskReleased) =>
  defineOperation({
    name,
    input: heldMessagesInput,
    roles,
    async work(tx, { message }, { now, services }) {
      const id = message === 'all' ? undefined : message;
      const number = await apply(tx, { kinds: outgoingKinds(services), now, id });
      if (number === 0) throw new OperatorError(say(m.errorNotFound, {}));
      return { said: say(text, { number }), details: { number } };
    },
  });

export const releaseMessages = endHeld('outgoing release', releaseHeld, m.deskReleased);
export const dropMessages = endHeld('outgoing drop', dropHeld, m.deskDropped);
