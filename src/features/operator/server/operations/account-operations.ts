import { findAccountState, suspendAccount, unsuspendAccount } from '#accounts/server/end-access.ts';
import { accountInput, productInput } from '#operator/rules/operations.ts';
import type { Database } from '#platform/server/db/database.ts';
import {
  findProductState,
  hideFarmersProducts,
  hideProduct,
  unhideFarmersProducts,
  unhideProduct,
} from '#products/server/edit-product.ts';
import { m } from '#text';
import { defineOperation } from './operation.ts';
import { OperatorError, say } from './operator-services.ts';

const roles = ['support', 'lead'] as const;

const stateOfAccount = (db: Database, { account }: { account: string }) =>
  findAccountState(db, account);
const stateOfProduct = (db: Database, { productId }: { productId: number }) =>
  findProductState(db, productId);

export const suspend = defineOperation({
  name: 'suspend',
  input: accountInput,
  roles,
  stateOf: stateOfAccount,
  async work(tx, { account }, { now, services: { endAccess } }) {
    const suspension = await suspendAccount(tx, account, { now, endAccess });
    switch (suspension.outcome) {
      case 'unknown':
        throw new OperatorError(say(m.deskNoAccount, { account }));
      case 'already':
        throw new OperatorError(say(m.deskSuspendedAlready, { account }));
      case 'changed': {
        const { role, userId, since } = suspension;
        if (role === 'farmer') await hideFarmersProducts(tx, userId, since);
        return { said: say(m.deskSuspended, { account }) };
      }
    }
  },
});

export const unsuspend = defineOperation({
  name: 'unsuspend',
  input: accountInput,
  roles,
  stateOf: stateOfAccount,
  async work(tx, { account }, { now, services: { endedAccess } }) {
    const suspension = await unsuspendAccount(tx, account, { now, endedAccess });
    switch (suspension.outcome) {
      case 'unknown':
        throw new OperatorError(say(m.deskNoAccount, { account }));
      case 'already':
        throw new OperatorError(say(m.deskNotSuspended, { account }));
      case 'changed': {
        const { role, userId, since } = suspension;
        if (role === 'farmer') await unhideFarmersProducts(tx, userId, since);
        return { said: say(m.deskUnsuspended, { account }) };
      }
    }
  },
});

export const hide = defineOperation({
  name: 'hide',
  input: productInput,
  roles,
  stateOf: stateOfProduct,
  async work(tx, { productId }, { now }) {
    const hiding = await hideProduct(tx, productId, now);
    if (hiding.outcome === 'changed')
      return { said: say(m.deskHidden, { productId, name: hiding.name }) };
    const why = hiding.outcome === 'unknown' ? m.errorNotFound : m.deskHiddenAlready;
    throw new OperatorError(say(why, { productId }));
  },
});

const notUnhidden = {
  unknown: m.errorNotFound,
  already: m.deskNotHidden,
  suspended: m.deskHiddenWithFarmer,
} as const;

export const unhide = defineOperation({
  name: 'unhide',
  input: productInput,
  roles,
  stateOf: stateOfProduct,
  async work(tx, { productId }) {
    const hiding = await unhideProduct(tx, productId);
    if (hiding.outcome !== 'changed')
      throw new OperatorError(say(notUnhidden[hiding.outcome], { productId }));
    return { said: say(m.deskUnhidden, { productId, name: hiding.name }) };
  },
});
