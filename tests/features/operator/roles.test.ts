import { asc, gt, max } from 'drizzle-orm';
import { type OperatorRole, operatorRoles } from '#operator/rules/desk-input.ts';
import { operations } from '#operator/server/operations/all-operations.ts';
import { operatorActions } from '#operator/server/tables.ts';
import { PAYOUT_TWO_PEOPLE_ABOVE_KES_DEFAULT } from '#rules/limits.ts';
import {
  bookCompleted,
  byMpesa,
  changeOrder,
  db,
  givenOneMarket,
  makeOperator,
  makeShop,
  moneyOf,
  openMpesa,
  report,
  request,
  type Shop,
} from '#tests/setup/in-market.ts';

type Name = keyof typeof operations;
/** `byAmount`: one person, and two above the limit of payouts. */
type Rule = [input: object, roles: readonly OperatorRole[], people: 1 | 2 | 'byAmount'];

const reason = 'A reason';
const support: OperatorRole[] = ['support', 'lead'];
const finance: OperatorRole[] = ['finance', 'lead'];
const lead: OperatorRole[] = ['lead'];
const account = 'nobody@shamba.example';
const id = 2_000_000;
const name = 'nobody';
const receipt = 'SGH7';

/** Every operation, with an input whose subject does not exist, or whose amount is small. */
const rules: Record<Name, Rule> = {
  endDispute: [{ orderId: id, end: 'completed', reason }, support, 'byAmount'],
  endDispatched: [{ orderId: id, end: 'cancelled', reason }, support, 'byAmount'],
  refund: [{ paymentId: id, receipt }, finance, 2],
  attemptPaid: [{ attemptId: id, amountCents: 100, receipt }, finance, 'byAmount'],
  attemptFailed: [{ attemptId: id, reason }, finance, 1],
  payoutApprove: [{ payoutId: id, reason }, finance, 'byAmount'],
  payoutFailed: [{ payoutId: id, reason }, finance, 1],
  payoutPaid: [{ payoutId: id, receipt }, finance, 'byAmount'],
  enableOutgoing: [{}, lead, 1],
  enablePayouts: [{}, lead, 1],
  releaseMessages: [{ message: id, reason }, lead, 1],
  dropMessages: [{ message: 'all', reason }, lead, 1],
  suspend: [{ account, reason }, support, 1],
  unsuspend: [{ account, reason }, support, 1],
  hide: [{ productId: id, reason }, support, 1],
  unhide: [{ productId: id, reason }, support, 1],
  simChanged: [{ account, reason }, support, 1],
  newNumber: [{ account, newNumber: '+254712000999', reason }, support, 2],
  forgetPin: [{ account, reason }, support, 1],
  leavePin: [{ account, reason }, support, 1],
  visited: [{ account, reason }, support, 1],
  unvisited: [{ account, reason }, support, 1],
  endLot: [{ lotId: id, reason }, support, 1],
  endReport: [{ reportId: id, reason }, support, 1],
  rebuildPrices: [{}, lead, 1],
  importPrices: [{ firstLine: 2, text: 'no,prices' }, lead, 1],
  importStatement: [{ text: 'no,statement' }, finance, 1],
  closeUnmatched: [{ receipt, reason }, finance, 1],
  invite: [{ name, role: 'reader', email: account, reason }, lead, 2],
  newOperatorLink: [{ name, email: account, reason }, lead, 2],
  changeRole: [{ name, role: 'reader', reason }, lead, 2],
  closeOperator: [{ name, reason }, lead, 2],
  chooseDisplayName: [{ displayName: 'Amina W.' }, operatorRoles, 1],
};

/** In whole shillings, as orders' totals are. */
const ABOVE_LIMIT_CENTS = 100 * (PAYOUT_TWO_PEOPLE_ABOVE_KES_DEFAULT + 1);

const REFUSED_FOR_ROLE = 'Your role may not do this.';
const REFUSED_AS_OWN = 'Another operator has to approve your request.';

let shop: Shop;
const tokens = new Map<OperatorRole, string>();
givenOneMarket();
beforeAll(async () => {
  await openMpesa();
  shop = await makeShop();
  for (const role of operatorRoles)
    tokens.set(role, (await makeOperator({ name: `${role}-person`, role })).token);
});

const lastId = async () => {
  const [row] = await db.select({ id: max(operatorActions.id) }).from(operatorActions);
  return row?.id ?? 0;
};
const rowsAfter = (afterId: number) =>
  db
    .select({ outcome: operatorActions.outcome, operator: operatorActions.operator })
    .from(operatorActions)
    .where(gt(operatorActions.id, afterId))
    .orderBy(asc(operatorActions.id));
const call = async (procedure: string, body: object, token = '') => {
  // The device of makeOperator's session.
  const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0 Mobile' };
  const answer = await request(`/trpc/desk.${procedure}`, { body, headers, token });
  const parsed = (await answer.json()) as {
    result?: { data: { outcome: string; requestId?: number } };
    error?: { message: string };
  };
  return { status: answer.status, ...parsed };
};

test('every operation is in the table', () => {
  const names = Object.keys(rules);
  expect(names.sort()).toEqual(Object.keys(operations).sort());
  const byAmount = Object.entries(rules).filter(([, [, , people]]) => people === 'byAmount');
  expect(Object.keys(large).sort()).toEqual(byAmount.map(([operation]) => operation).sort());
  report('B130', `${names.length} operations × ${operatorRoles.length} roles, over HTTP`);
});

test.for(Object.entries(rules))(
  '%s: each role is let in or refused, with one row in the log',
  async ([operation, [input, roles, people]]) => {
    for (const role of operatorRoles) {
      const before = await lastId();
      const answer = await call(`do.${operation}`, { input }, tokens.get(role));
      const { status, result, error } = answer;
      const [row, ...others] = await rowsAfter(before);
      expect([row?.operator, others], role).toEqual([`${role}-person`, []]);
      const seen = [status, error?.message ?? result?.data.outcome, row?.outcome];
      if (!roles.includes(role)) expect(seen).toEqual([409, REFUSED_FOR_ROLE, 'refused']);
      else if (people === 2) expect(seen).toEqual([200, 'requested', 'requested']);
      else {
        expect(error?.message).not.toBe(REFUSED_FOR_ROLE);
        expect(['done', 'refused']).toContain(row?.outcome);
      }
    }
  },
);

/** Inputs above the limit, each of a subject of its own. */
const large: Partial<Record<Name, () => Promise<object>>> = {
  endDispute: async () => ({ orderId: await largeOrder('disputed'), end: 'completed', reason }),
  endDispatched: async () => ({
    orderId: await largeOrder('dispatched'),
    end: 'completed',
    reason,
  }),
  attemptPaid: async () => ({ attemptId: id, amountCents: ABOVE_LIMIT_CENTS, receipt }),
  payoutApprove: async () => ({ payoutId: await largePayout(), reason }),
  payoutPaid: async () => ({ payoutId: await largePayout(), receipt }),
};
async function largeOrder(status: 'disputed' | 'dispatched'): Promise<number> {
  const orderId = await shop.confirmed();
  await byMpesa(orderId, 'paid');
  await changeOrder(orderId, { status, totalCents: ABOVE_LIMIT_CENTS });
  return orderId;
}
async function largePayout(): Promise<number> {
  const orderId = await largeOrder('dispatched');
  await changeOrder(orderId, { status: 'completed' });
  await bookCompleted(orderId);
  return (await moneyOf(orderId)).payout?.id ?? 0;
}

const takingTwo = Object.entries(rules).filter(([, [, , people]]) => people !== 1);

test.for(takingTwo)(
  '%s: each role may approve it or not, its requester never, with one row in the log',
  async ([operation, [small, roles]]) => {
    for (const requester of roles) {
      for (const role of operatorRoles) {
        const input = (await large[operation as Name]?.()) ?? small;
        const asked = await call(`do.${operation}`, { input }, tokens.get(requester));
        const requestId = asked.result?.data.requestId;
        expect(requestId, `${operation} of ${requester}`).toBeGreaterThan(0);
        const before = await lastId();
        const { status, error } = await call('requests.approve', { requestId }, tokens.get(role));
        const rows = await rowsAfter(before);
        const what = `${operation} of ${requester}, approved by ${role}`;
        expect(rows, what).toEqual([{ operator: `${role}-person`, outcome: expect.any(String) }]);
        const refusal = !roles.includes(role)
          ? REFUSED_FOR_ROLE
          : role === requester
            ? REFUSED_AS_OWN
            : null;
        if (refusal) {
          const seen = [status, error?.message, rows[0]?.outcome];
          expect(seen, what).toEqual([409, refusal, 'refused']);
        } else {
          expect([REFUSED_FOR_ROLE, REFUSED_AS_OWN], what).not.toContain(error?.message);
        }
      }
    }
  },
);
