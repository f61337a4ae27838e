/*
 * A role decides who may move money, so each change of accounts takes two people. The first account
 * is made on the command line alone.
 */

import {
  closeOperatorInput,
  displayNameInput,
  inviteInput,
  OPERATOR_LINK_SECONDS,
  operatorLinkInput,
  operatorRoleInput,
  operatorRoles,
} from '#operator/rules/desk-input.ts';
import { roleText } from '#operator/rules/desk-texts.ts';
import { secondsAfter } from '#server/clock.ts';
import { createToken, sha256 } from '#server/hashes.ts';
import { putInOutbox } from '#server/outbox.ts';
import { m } from '#text';
import { linkOf, operatorLink } from '../credentials.ts';
import {
  deleteSessionsOf,
  endLogins,
  findOperatorNamed,
  insertOperator,
  updateOperator,
} from '../operator-queries.ts';
import { defineOperation, OperatorError, say, type Work } from './operation.ts';

const roles = ['lead'] as const;
const needsTwo = async () => true;

/** No hash or key belongs in the log. */
async function stateOf(db: Database, { name }: { name: string }) {
  const found = await findOperatorNamed(db, name);
  if (!found) return null;
  const { role, closedAt, passwordHash } = found;
  return { role, closedAt, hasPassword: passwordHash !== null };
}

async function openOperator(tx: Database, name: string) {
  const found = await findOperatorNamed(tx, name);
  if (!found || found.closedAt) throw new OperatorError(m.errorNotFound, { name });
  return found;
}

/**
 * The link is mailed: a person who sees a link could use it, and then hold two accounts. Somebody
 * who acts alone reads it, because mail may not work yet.
 */
async function giveLink(
  tx: Database,
  { name, email }: { name: string; email: string },
  { now, services, isAlone }: Work<undefined>,
) {
  const { id } = await openOperator(tx, name);
  const linkExpiresAt = secondsAfter(now, OPERATOR_LINK_SECONDS);
  if (isAlone) {
    const token = createToken();
    await updateOperator(tx, id, { linkHash: sha256(token), linkExpiresAt });
    const url = linkOf(services.publicUrl, token);
    return { said: () => `${name} opens this link, once and within a day: ${url}` };
  }
  await updateOperator(tx, id, { linkHash: null, linkExpiresAt });
  const expiresAt = linkExpiresAt.toISOString();
  await putInOutbox(tx, operatorLink({ operatorId: id, to: email, expiresAt }), now);
  return { said: say(m.deskLinkMailed, { name, email }) };
}

export const invite = defineOperation({
  name: 'operator invite',
  input: inviteInput,
  roles,
  stateOf,
  needsTwo,
  async work(tx, { name, role, email }, work) {
    if (!(await insertOperator(tx, { name, role, createdAt: work.now })))
      throw new OperatorError(m.deskNameTaken, { name });
    return giveLink(tx, { name, email }, work);
  },
});

/** Earlier logins end when the link is used. */
export const newOperatorLink = defineOperation({
  name: 'operator link',
  input: operatorLinkInput,
  roles,
  stateOf,
  needsTwo,
  async work(tx, { name, email }, work) {
    const { id } = await openOperator(tx, name);
    await deleteSessionsOf(tx, id);
    await work.services.endedAccess.record({ operator: name }, work.now);
    return giveLink(tx, { name, email }, work);
  },
});

export const changeRole = defineOperation({
  name: 'operator role',
  input: operatorRoleInput,
  roles,
  stateOf,
  needsTwo,
  async work(tx, { name, role }, { now, services: { endedAccess } }) {
    const { id } = await openOperator(tx, name);
    await updateOperator(tx, id, { role });
    await deleteSessionsOf(tx, id);
    await endedAccess.record({ operator: name, role }, now);
    return {
      said: (options) => m.deskRoleChanged({ name, role: roleText(role, options) }, options),
    };
  },
});

export const closeOperator = defineOperation({
  name: 'operator close',
  input: closeOperatorInput,
  roles,
  stateOf,
  needsTwo,
  async work(tx, { name }, { now, services: { endedAccess } }) {
    const { id } = await openOperator(tx, name);
    await updateOperator(tx, id, { closedAt: now });
    await endLogins(tx, id);
    await endedAccess.record({ operator: name, isClosed: true }, now);
    return { said: say(m.deskOperatorClosed, { name }) };
  },
});

export const chooseDisplayName = defineOperation({
  name: 'operator display name',
  input: displayNameInput,
  roles: operatorRoles,
  async work(tx, { displayName }, { person: { name } }) {
    const { id } = await openOperator(tx, name);
    await updateOperator(tx, id, { displayName: displayName || null });
    return {
      said: displayName ? say(m.deskShownAs, { name: displayName }) : say(m.deskNotNamed),
    };
  },
});
