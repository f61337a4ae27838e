import { asc, gt, max } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type OperatorRole, operatorRoles } from '#features/operator/rules/operator-roles.ts';
import { operations } from '#features/operator/server/operations/all-operations.ts';
import { operatorActions } from '#features/operator/server/tables.ts';
import { PAYOUT_TWO_PEOPLE_ABOVE_KES_DEFAULT } from '#platform/rules/limits.ts';
import { bookCompleted, makeShop, moneyOf, type Shop } from '#tests/factories/money.ts';
import { makeOperator } from '#tests/factories/operators.ts';
import { byMpesa, changeOrder } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { openMpesa } from '#tests/setup/mpesa.ts';
import { report } from '#tests/setup/report.ts';

type Name = keyof typeof operations;
/** `byAmount`: one person, and two above the limit of payouts. */
type Rule = { input: object; roles: OperatorRole[]; people: 1 | 2 | 'byAmount' };

const reason = 'A reason';
const support: OperatorRole[] = ['support', 'lead'];
const finance: OperatorRole[] = ['finance', 'lead'];
const lead: OperatorRole[] = ['lead'];
const account = 'nobody@shamba.example';
const id = 2_000_000;
const name = 'nobody';

/** Every operation, with an input whose subject does not exist, or whose amount is small. */
const rules: Record<Name, Rule> = {
  endDispute: {
    input: { orderId: id, end: 'completed', reason },
    roles: support,
    people: 'byAmount',
  },
  endDispatched: {
    input: { orderId: id, end: 'cancelled', reason },
    roles: support,
    people: 'byAmount',
  },
  refund: { input: { paymentId: id, receipt: 'SGH7' }, roles: finance, people: 2 },
  attemptPaid: {
    input: { attemptId: id, amountCents: 100, receipt: 'SGH7' },
    roles: finance,
    people: 'byAmount',
  },
  attemptFailed: { input: { attemptId: id, reason }, roles: finance, people: 1 },
  payoutApprove: { input: { payoutId: id, reason }, roles: finance, people: 'byAmount' },
  payoutFailed: { input: { payoutId: id, reason }, roles: finance, people: 1 },
  payoutPaid: { input: { payoutId: id, receipt: 'SGH7' }, roles: finance, people: 'byAmount' },
  enableOutgoing: { input: {}, roles: lead, people: 1 },
  enablePayouts: { input: {}, roles: lead, people: 1 },
  releaseMessages: { input: { message: id, reason }, roles: lead, people: 1 },
  dropMessages: { input: { message: 'all', reason }, roles: lead, people: 1 },
  suspend: { input: { account, reason }, roles: support, people: 1 },
  unsuspend: { input: { account, reason }, roles: support, people: 1 },
  hide: { input: { productId: id, reason }, roles: support, people: 1 },
  unhide: { input: { productId: id, reason }, roles: support, people: 1 },
  simChanged: { input: { account, reason }, roles: support, people: 1 },
  newNumber: { input: { account, newNumber: '+254712000999', reason }, roles: support, people: 2 },
  forgetPin: { input: { account, reason }, roles: support, people: 1 },
  leavePin: { input: { account, reason }, roles: support, people: 1 },
  visited: { input: { account, reason }, roles: support, people: 1 },
  unvisited: { input: { account, reason }, roles: support, people: 1 },
  endReport: { input: { reportId: id, reason }, roles: support, people: 1 },
  rebuildPrices: { input: {}, roles: lead, people: 1 },
  importPrices: { input: { firstLine: 2, text: 'no,prices' }, roles: lead, people: 1 },
  importStatement: { input: { text: 'no,statement' }, roles: finance, people: 1 },
  closeUnmatched: { input: { receipt: 'SGH7', reason }, roles: finance, people: 1 },
  invite: { input: { name, role: 'reader', email: account, reason }, roles: lead, people: 2 },
  newOperatorLink: { input: { name, email: account, reason }, roles: lead, people: 2 },
  changeRole: { input: { name, role: 'reader', reason }, roles: lead, people: 2 },
  closeOperator: { input: { name, reason }, roles: lead, people: 2 },
  chooseDisplayName: { input: { displayName: 'Amina W.' }, roles: [...operatorRoles], people: 1 },
};

/** In whole shillings, as orders' totals are. */
const ABOVE_LIMIT_CENTS = 100 * (PAYOUT_TWO_PEOPLE_ABOVE_KES_DEFAULT + 1);

const REFUSED_FOR_ROLE = 'Your role may not do this.';
const REFUSED_AS_OWN = 'Another person has to approve your request.';

describe('operations × roles × people, over HTTP', () => {
  let market: Market;
  let shop: Shop;
  const tokens = new Map<OperatorRole, string>();
  beforeAll(async () => {
    market = await makeMarket();
    await openMpesa(market);
    shop = await makeShop(market);
    for (const role of operatorRoles)
      tokens.set(role, (await makeOperator(market, { name: `${role}-person`, role })).token);
  });

  const lastId = async () => {
    const [row] = await market.db.select({ id: max(operatorActions.id) }).from(operatorActions);
    return row?.id ?? 0;
  };
  const rowsAfter = (afterId: number) =>
    market.db
      .select({ outcome: operatorActions.outcome, operator: operatorActions.operator })
      .from(operatorActions)
      .where(gt(operatorActions.id, afterId))
      .orderBy(asc(operatorActions.id));
  const call = async (procedure: string, body: object, token?: string) => {
    const answer = await market.request(`/trpc/desk.${procedure}`, {
      body,
      // The device of makeOperator's session.
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0.0.0 Mobile' },
      ...(token && { token }),
    });
    const parsed = (await answer.json()) as {
      result?: { data: { outcome: string; requestId?: number } };
      error?: { message: string };
    };
    return { status: answer.status, ...parsed };
  };

  test('every operation is in the table', () => {
    expect(Object.keys(rules).sort()).toEqual(Object.keys(operations).sort());
    const calls = Object.keys(rules).length * (operatorRoles.length + 2);
    report(
      'B130',
      `${Object.keys(rules).length} operations × ${operatorRoles.length} roles and 2 callers without a session: ${calls} calls over HTTP`,
    );
  });

  test.for(Object.entries(rules))(
    '%s: each role is let in or refused, with one row in the log',
    async ([operation, { input, roles, people }]) => {
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
    attemptPaid: async () => ({ attemptId: id, amountCents: ABOVE_LIMIT_CENTS, receipt: 'SGH7' }),
    payoutApprove: async () => ({ payoutId: await largePayout(), reason }),
    payoutPaid: async () => ({ payoutId: await largePayout(), receipt: 'SGH7' }),
  };
  async function largeOrder(status: 'disputed' | 'dispatched'): Promise<number> {
    const orderId = await shop.confirmed();
    await byMpesa(market, orderId, 'paid');
    await changeOrder(market, orderId, { status, totalCents: ABOVE_LIMIT_CENTS });
    return orderId;
  }
  async function largePayout(): Promise<number> {
    const orderId = await largeOrder('dispatched');
    await changeOrder(market, orderId, { status: 'completed' });
    await bookCompleted(market, orderId);
    return (await moneyOf(market, orderId)).payout?.id ?? 0;
  }

  test('what takes two people by its amount is in the table', () => {
    const byAmount = Object.entries(rules).filter(([, { people }]) => people === 'byAmount');
    expect(Object.keys(large).sort()).toEqual(byAmount.map(([operation]) => operation).sort());
  });

  const takingTwo = Object.entries(rules).filter(([, { people }]) => people !== 1);

  test.for(takingTwo)(
    '%s: each role may approve it or not, its requester never, with one row in the log',
    async ([operation, { input: small, roles }]) => {
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
            expect([status, error?.message, rows[0]?.outcome], what).toEqual([
              409,
              refusal,
              'refused',
            ]);
          } else {
            expect([REFUSED_FOR_ROLE, REFUSED_AS_OWN], what).not.toContain(error?.message);
          }
        }
      }
    },
  );

  test('nobody is let in without a session, and nothing is written', async () => {
    const before = await lastId();
    for (const [operation, { input }] of Object.entries(rules))
      for (const token of [undefined, 'x'.repeat(43)])
        expect((await call(`do.${operation}`, { input }, token)).status, operation).toBe(401);
    expect(await rowsAfter(before)).toEqual([]);
  });
});
