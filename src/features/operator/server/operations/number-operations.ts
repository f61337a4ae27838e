import { PIN_RESET_SECONDS } from '#accounts/rules/limits.ts';
import { findAccountOf, findAccountState } from '#accounts/server/end-access.ts';
import { keepPin, resetPin } from '#accounts/server/phone-line.ts';
import { changeLostNumber, reportLostSim } from '#farms/server/own-farm.ts';
import { accountInput, newNumberInput } from '#operator/rules/operations.ts';
import type { Database } from '#platform/server/db/database.ts';
import { m } from '#text';
import { defineOperation } from './operation.ts';
import { OperatorError, say } from './operator-services.ts';

const roles = ['support', 'lead'] as const;

const stateOf = (db: Database, { account }: { account: string | number }) =>
  findAccountState(db, account);

export const simChanged = defineOperation({
  name: 'sim-changed',
  input: accountInput,
  roles,
  stateOf,
  async work(tx, { account }, { now, services: { endAccess } }) {
    const userId = await findAccountOf(tx, account);
    if (userId === null) throw new OperatorError(say(m.deskNoAccount, { account }));
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
  stateOf,
  needsTwo: async () => true,
  async work(tx, { account, newNumber: phoneNumber }, { now, services: { endAccess } }) {
    const lost = { account, phoneNumber };
    const moved = await changeLostNumber(tx, lost, { now, endAccess });
    if (moved.outcome !== 'done') throw new OperatorError(say(notMoved[moved.outcome], {}));
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
  stateOf,
  async work(tx, { account }, { now }) {
    const outcome = await resetPin(tx, account, now);
    if (outcome !== 'done') throw new OperatorError(say(notReset[outcome], {}));
    return { said: say(m.deskPinEnds, { account, hours: PIN_RESET_SECONDS / 3600 }) };
  },
});

export const leavePin = defineOperation({
  name: 'keep-pin',
  input: accountInput,
  roles,
  stateOf,
  async work(tx, { account }) {
    const outcome = await keepPin(tx, account);
    if (outcome === 'unknown') throw new OperatorError(say(m.errorNotFound, {}));
    if (outcome === 'already') throw new OperatorError(say(m.deskPinNotEnding, {}));
    return { said: say(m.deskPinStays, { account }) };
  },
});
