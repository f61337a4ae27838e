import { desc, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { runCommand } from '#features/operator/server/run-command.ts';
import { operatorActions } from '#features/operator/server/tables.ts';
import { makeOperator, requestOf } from '#tests/factories/operators.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { rowsOf } from '#tests/setup/rows.ts';

const REASON = 'She called from the new number';

describe('who counts as the first and the second person', () => {
  let market: Market;
  let amina: Awaited<ReturnType<typeof makeOperator>>;
  let email: string;
  const desk = (token: string) => market.caller({ token }).desk;
  beforeEach(async () => {
    market = await makeMarket();
    ({ email } = await makeBuyer(market));
  });

  /** Operators who have keys. */
  const keys = (...names: string[]) => {
    market.services.operatorSettings.keyNames = names;
  };
  const typeAs = (operator: string, ...words: string[]) =>
    runCommand(market.db, { operator, arguments: words }, market.services);
  const move = (operator: string) =>
    typeAs(operator, 'new-number', email, '0712000999', '--reason', REASON);
  const requestAtDesk = async (token = amina.token) => {
    const input = { account: email, newNumber: '+254712000999', reason: REASON };
    return requestOf(desk(token).do.newNumber({ input }));
  };
  const numberOf = () =>
    rowsOf(market.db, sql`select phone_number from users where email = ${email}`);
  const lastRow = async () => {
    const [row] = await market.db
      .select({
        operator: operatorActions.operator,
        action: operatorActions.action,
        outcome: operatorActions.outcome,
        details: operatorActions.details,
      })
      .from(operatorActions)
      .orderBy(desc(operatorActions.id))
      .limit(1);
    return row;
  };

  test("without OPERATORS, the system's user is no second person, and no first one", async () => {
    amina = await makeOperator(market, { name: 'amina' });
    keys();
    const before = await numberOf();
    const requestId = await requestAtDesk();
    const approved = await typeAs('root', 'approve', String(requestId));
    expect(approved).toMatchObject({ isDone: false, text: expect.stringContaining('OPERATORS') });
    expect(await lastRow()).toMatchObject({ operator: 'root', outcome: 'refused' });
    expect(await move('root')).toMatchObject({
      isDone: false,
      text: expect.stringContaining('new-key'),
    });
    expect(await numberOf()).toEqual(before);
    expect(await desk(amina.token).requests.list()).toHaveLength(1);
  });

  test('without OPERATORS, the first lead is invited, and what takes one person is done', async () => {
    keys();
    const words = ['invite', 'amina', '--role', 'lead', '--email', email, '--reason', 'First'];
    expect((await typeAs('root', ...words)).text).toMatch(/\/desk#[\w-]{43}/);
    const suspended = await typeAs('root', 'suspend', email, '--reason', REASON);
    expect(suspended).toMatchObject({ isDone: true });
  });

  test('a key of somebody without an account is a second person while there is one lead', async () => {
    amina = await makeOperator(market, { name: 'amina' });
    keys('juma');
    const first = await requestAtDesk();
    expect(await typeAs('juma', 'approve', String(first))).toMatchObject({ isDone: true });
    await makeOperator(market, { name: 'neema' });
    const second = await requestAtDesk();
    expect(await typeAs('juma', 'approve', String(second))).toMatchObject({
      isDone: false,
      text: expect.stringContaining('no account at the desk'),
    });
    keys('juma', 'neema');
    expect(await typeAs('neema', 'approve', String(second))).toMatchObject({ isDone: true });
  });

  test('a key has the role of its account, and none if that is closed', async () => {
    amina = await makeOperator(market, { name: 'amina' });
    await makeOperator(market, { name: 'juma', role: 'reader' });
    keys('Juma');
    expect(await move('Juma')).toMatchObject({
      isDone: false,
      text: 'Your role may not do this.',
    });
    await market.db.execute(sql`update operators set closed_at = now() where name = 'juma'`);
    expect(await typeAs('Juma', 'disputes')).toMatchObject({
      isDone: false,
      text: 'The account of Juma is closed. Remove the key from OPERATORS.',
    });
  });

  describe('a request is void', () => {
    let neema: typeof amina;
    beforeEach(async () => {
      amina = await makeOperator(market, { name: 'amina', role: 'support' });
      neema = await makeOperator(market, { name: 'neema' });
    });
    async function expectVoid(requestId: number, name: string) {
      const before = await numberOf();
      const text = `${name} may no longer do this, so the request is void.`;
      await expect(desk(neema.token).requests.approve({ requestId })).rejects.toThrow(
        'DESK_REFUSED',
      );
      expect(await numberOf()).toEqual(before);
      expect(await lastRow()).toMatchObject({
        operator: 'neema',
        action: 'approve',
        outcome: 'refused',
        details: { requestId, why: text },
      });
    }

    test('after its requester was demoted', async () => {
      const requestId = await requestAtDesk();
      await market.db.execute(sql`update operators set role = 'reader' where name = 'amina'`);
      await expectVoid(requestId, 'amina');
      await market.db.execute(sql`update operators set role = 'lead' where name = 'amina'`);
      await desk(neema.token).requests.approve({ requestId });
    });

    test("after its requester's account was closed", async () => {
      const requestId = await requestAtDesk();
      await market.db.execute(sql`update operators set closed_at = now() where name = 'amina'`);
      await expectVoid(requestId, 'amina');
    });

    test("after its requester's key was removed", async () => {
      keys('juma');
      const { text } = await move('juma');
      const requestId = Number(/approve (\d+)/.exec(text)?.[1]);
      keys();
      await expectVoid(requestId, 'juma');
    });
  });
});
