import { OPERATOR_LINK_SECONDS } from '#features/operator/rules/limits.ts';
import {
  displayNameInput,
  operatorLinkInput,
  operatorRoleInput,
} from '#features/operator/rules/operations.ts';
import { operatorRoles } from '#features/operator/rules/operator-roles.ts';
import {
  deletePasskeys,
  deleteSessionsOf,
  findOperatorNamed,
  insertOperator,
  updateOperator,
} from '#features/operator/server/people/queries.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { secondsAfter } from '#platform/server/clock.ts';
import type { Database } from '#platform/server/db/database.ts';
import { createToken, sha256 } from '#platform/server/hashes.ts';
import { defineOperation } from './operation.ts';
import { OperatorError, say } from './operator-services.ts';

/*
 * The operators' accounts. A role decides who may move money, so each change of them takes two
 * people. The first account is made on the command line alone.
 */

const roles = ['lead'] as const;
const needsTwo = async () => true;

/** An operator's state for the log. No hash or key belongs there. */
async function stateOf(db: Database, { name }: { name: string }) {
  const found = await findOperatorNamed(db, name);
  if (!found) return null;
  const { role, closedAt, passwordHash } = found;
  return { role, closedAt, hasPassword: passwordHash !== null };
}

/** The link is in the address's fragment, which browsers don't send to any server. */
const linkOf = (publicUrl: string, token: string) => `${publicUrl}/desk#${token}`;

const newLink = (now: Date) => {
  const token = createToken();
  const linkExpiresAt = secondsAfter(now, OPERATOR_LINK_SECONDS);
  return { token, link: { linkHash: sha256(token), linkExpiresAt } };
};

async function openOperator(tx: Database, name: string) {
  const found = await findOperatorNamed(tx, name);
  if (!found || found.closedAt) throw new OperatorError(say(m.deskNoOperator, { name }));
  return found;
}

export const invite = defineOperation({
  name: 'operator invite',
  input: operatorRoleInput,
  roles,
  stateOf,
  needsTwo,
  async work(tx, { name, role }, { now, services }) {
    const { token, link } = newLink(now);
    if (!(await insertOperator(tx, { name, role, createdAt: now, ...link })))
      throw new OperatorError(say(m.deskNameTaken, { name }));
    const url = linkOf(services.publicUrl, token);
    return { said: say(m.deskInvited, { name, url }) };
  },
});

/** For an operator who lost the second factor. What they logged in with ends when the link is used. */
export const newOperatorLink = defineOperation({
  name: 'operator link',
  input: operatorLinkInput,
  roles,
  stateOf,
  needsTwo,
  async work(tx, { name }, { now, services }) {
    const { id } = await openOperator(tx, name);
    const { token, link } = newLink(now);
    await updateOperator(tx, id, link);
    await deleteSessionsOf(tx, id);
    const url = linkOf(services.publicUrl, token);
    return { said: say(m.deskInvited, { name, url }) };
  },
});

export const changeRole = defineOperation({
  name: 'operator role',
  input: operatorRoleInput,
  roles,
  stateOf,
  needsTwo,
  async work(tx, { name, role }) {
    const { id } = await openOperator(tx, name);
    await updateOperator(tx, id, { role });
    await deleteSessionsOf(tx, id);
    return { said: say(m.deskRoleChanged, { name, role }) };
  },
});

export const closeOperator = defineOperation({
  name: 'operator close',
  input: operatorLinkInput,
  roles,
  stateOf,
  needsTwo,
  async work(tx, { name }, { now }) {
    const { id } = await openOperator(tx, name);
    await updateOperator(tx, id, {
      closedAt: now,
      passwordHash: null,
      totpSecret: null,
      linkHash: null,
    });
    await deletePasskeys(tx, id);
    await deleteSessionsOf(tx, id);
    return { said: say(m.deskOperatorClosed, { name }) };
  },
});

/** The name that farms which the operator visits show. Everybody decides about their own. */
export const chooseDisplayName = defineOperation({
  name: 'operator display name',
  input: displayNameInput,
  roles: operatorRoles,
  async work(tx, { displayName }, { person: { name } }) {
    const { id } = await openOperator(tx, name);
    await updateOperator(tx, id, { displayName: displayName || null });
    return {
      said: displayName ? say(m.deskShownAs, { name: displayName }) : say(m.deskNotNamed, {}),
    };
  },
});
