import { PIN_RESET_SECONDS } from '#accounts/rules/limits.ts';
import {
  findAccountOf,
  findAccountState,
  suspendAccount,
  unsuspendAccount,
} from '#accounts/server/end-access.ts';
import { keepPin, resetPin } from '#accounts/server/phone-line.ts';
import { changeLostNumber, reportLostSim } from '#farms/server/own-farm.ts';
import { closeReport } from '#messages/server/conversations.ts';
import {
  accountInput,
  closeReportInput,
  newNumberInput,
  productInput,
} from '#operator/rules/desk-input.ts';
import { findProductState, hideProduct, unhideProduct } from '#products/server/edit-product.ts';
import { hideProductsOf, unhideProductsOf } from '#products/server/own-product-queries.ts';
import { m } from '#text';
import { defineOperation, OperatorError, say } from './operation.ts';

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
        throw new OperatorError(m.deskNoAccount, { account });
      case 'already':
        throw new OperatorError(m.deskSuspendedAlready, { account });
      case 'changed': {
        const { role, userId, since } = suspension;
        if (role === 'farmer') await hideProductsOf(tx, userId, since);
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
        throw new OperatorError(m.deskNoAccount, { account });
      case 'already':
        throw new OperatorError(m.deskNotSuspended, { account });
      case 'changed': {
        const { role, userId, since } = suspension;
        if (role === 'farmer') await unhideProductsOf(tx, userId, since);
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
    throw new OperatorError(why, { productId });
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
      throw new OperatorError(notUnhidden[hiding.outcome], { productId });
    return { said: say(m.deskUnhidden, { productId, name: hiding.name }) };
  },
});

const stateOfNumber = (db: Database, { account }: { account: string | number }) =>
  findAccountState(db, account);

export const simChanged = defineOperation({
  name: 'sim-changed',
  input: accountInput,
  roles,
  stateOf: stateOfNumber,
  async work(tx, { account }, { now, services: { endAccess } }) {
    const userId = await findAccountOf(tx, account);
    if (userId === null) throw new OperatorError(m.deskNoAccount, { account });
    const { isEmailRemoved } = await reportLostSim(
      tx,
      { userId, sessionId: null },
      { now, endAccess },
    );
    const text = isEmailRemoved ? m.deskSimChangedEmailRemoved : m.deskSimChanged;
    return { said: say(text, { account }) };
  },
});

const notMoved = { unknown: m.errorNotFound, taken: m.deskNumberTaken } as const;

/** Payouts go to the new number, so it takes two people. */
export const newNumber = defineOperation({
  name: 'new-number',
  input: newNumberInput,
  roles,
  stateOf: stateOfNumber,
  needsTwo: async () => true,
  async work(tx, { account, newNumber: phoneNumber }, { now, services: { endAccess } }) {
    const lost = { account, phoneNumber };
    const moved = await changeLostNumber(tx, lost, { now, endAccess });
    if (moved.outcome !== 'done') throw new OperatorError(notMoved[moved.outcome]);
    return { said: say(m.deskNumberMoved, { phoneNumber }) };
  },
});

const notReset = {
  unknown: m.errorNotFound,
  none: m.deskNoPin,
  already: m.deskPinEndsAlready,
  doubtful: m.deskPinNumberDoubtful,
} as const;

export const forgetPin = defineOperation({
  name: 'reset-pin',
  input: accountInput,
  roles,
  stateOf: stateOfNumber,
  async work(tx, { account }, { now }) {
    const outcome = await resetPin(tx, account, now);
    if (outcome !== 'done') throw new OperatorError(notReset[outcome]);
    return { said: say(m.deskPinEnds, { account, hours: PIN_RESET_SECONDS / 3600 }) };
  },
});

export const leavePin = defineOperation({
  name: 'keep-pin',
  input: accountInput,
  roles,
  stateOf: stateOfNumber,
  async work(tx, { account }) {
    const outcome = await keepPin(tx, account);
    if (outcome === 'unknown') throw new OperatorError(m.errorNotFound);
    if (outcome === 'already') throw new OperatorError(m.deskPinNotEnding);
    return { said: say(m.deskPinStays, { account }) };
  },
});

export const endReport = defineOperation({
  name: 'report close',
  input: closeReportInput,
  roles,
  async work(tx, { reportId }, { now }) {
    if (!(await closeReport(tx, reportId, now)))
      throw new OperatorError(m.errorNotFound, { reportId });
    return { said: say(m.deskReportClosed, { reportId }) };
  },
});
