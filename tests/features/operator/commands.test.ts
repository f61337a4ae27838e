// One file because its tests share one set-up.
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { operatorActions } from '#features/operator/server/tables.ts';
import { OPERATOR_LIST_MAX } from '#features/orders/rules/limits.ts';
import { paymentAttempts, payments, payouts } from '#features/orders/server/tables/payments.ts';
import { rememberLiveDatabase } from '#platform/server/live-database.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { bookCompleted, makeShop, moneyOf } from '#tests/factories/money.ts';
import { makeBuyer, PASSWORD } from '#tests/factories/people.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { booksOf, byMpesa, changeOrder, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { givenMarket, market, refused } from '#tests/setup/each-test.ts';
import { operatorOf } from '#tests/setup/operator.ts';
import { dumpDatabase, rowsOf } from '#tests/setup/rows.ts';

givenMarket();
beforeEach(async () => {
  await rememberLiveDatabase(market.db, market.services);
});
const run = (...words: string[]) => operatorOf(market).run(...words);
const isDone = async (...words: string[]) => (await run(...words)).isDone;
const logged = () => operatorOf(market).logged();
const done = (action: string, details: object) => ({ operator: 'juma', action, details });

describe("the operator's commands", () => {
  const offered = async () => (await market.caller().market.products({})).products.id ?? [];

  describe('suspending', () => {
    test('ends every session and refuses the right password with its reason, until it is lifted', async () => {
      const { email, token } = await makeBuyer(market);
      expect(await isDone('suspend', email, '--reason', 'Never paid')).toBe(true);
      await refused(market.caller({ token }).buyer.profile(), 'NOT_LOGGED_IN');
      const logIn = (password: string) =>
        market.caller().auth.verifyBuyerCredentials({ email, password });
      await refused(logIn(PASSWORD), 'SUSPENDED');
      // Without the password nothing is revealed.
      await refused(logIn('Not-hers-2026'), 'LOGIN_FAILED');

      expect(await isDone('unsuspend', email, '--reason', 'Paid by now')).toBe(true);
      await logIn(PASSWORD);
      expect(await logged()).toEqual([
        done('suspend', { account: email, reason: 'Never paid' }),
        done('unsuspend', { account: email, reason: 'Paid by now' }),
      ]);
    });

    test('takes what a farmer offers off the market; lifted, exactly that comes back', async () => {
      const farm = await makeFarm(market, { email: 'wanjiru@shamba.example' });
      const other = await makeProduct(market, await makeFarm(market));
      const [kale, hidden] = [await makeProduct(market, farm), await makeProduct(market, farm)];
      await run('hide', String(hidden.id), '--reason', 'A photo of something else');
      market.advance(60);
      await run('suspend', 'Wanjiru@shamba.example', '--reason', 'Sold what was not there');
      expect(await offered()).toEqual([other.id]);
      expect(await isDone('unhide', String(kale.id), '--reason', 'x')).toBe(false);
      market.advance(60);
      await run('unsuspend', 'wanjiru@shamba.example', '--reason', 'It was a misunderstanding');
      expect((await offered()).sort()).toEqual([other.id, kale.id].sort());
    });

    test('changes nothing for somebody unknown or suspended already, and is not in the log', async () => {
      const { email } = await makeBuyer(market);
      expect(await isDone('suspend', 'nobody@x.example', '--reason', 'x')).toBe(false);
      expect(await isDone('unsuspend', email, '--reason', 'x')).toBe(false);
      await run('suspend', email, '--reason', 'x');
      expect(await run('suspend', email, '--reason', 'x')).toEqual({
        isDone: false,
        text: `${email} is suspended already.`,
      });
      expect(await logged()).toHaveLength(1);
    });
  });

  test('a hidden product is not offered until it is brought back', async () => {
    const { id } = await makeProduct(market, await makeFarm(market));
    const change = (command: string) => isDone(command, String(id), '--reason', 'Not food');
    expect([await change('hide'), await offered()]).toEqual([true, []]);
    expect(await change('hide')).toBe(false);
    expect([await change('unhide'), await offered()]).toEqual([true, [id]]);
    await changeProduct(market, id, { deletedAt: market.services.clock() });
    expect(await change('hide')).toBe(false);
  });

  test('B72: lists are oldest first and say how many more there are; log and payouts go on from there', async () => {
    const shop = await makeShop(market);
    const first = await makeOrder(market, shop.buyer, [{ productId: shop.kale.id, quantity: 1 }]);
    const now = market.services.clock();
    const total = OPERATOR_LIST_MAX + 3;
    // One order is enough to copy: only one payout belongs to an order.
    const ids = await rowsOf<{ id: number }>(
      market.db,
      sql`insert into orders (buyer_id, farmer_id, fulfilment, subtotal_cents, delivery_fee_cents, total_cents, status, created_at, updated_at)
        select buyer_id, farmer_id, fulfilment, 100, 0, 100, 'disputed', created_at, created_at + n * interval '1 s'
        from orders, generate_series(1, ${total}::int) n where orders.id = ${first.id} returning id`,
    );
    const copies = <T>(copy: (orderId: number, index: number) => T) =>
      ids.map(({ id }, index) => copy(id, index));
    const money = { amountCents: 100 };
    const due = { farmerId: shop.farm.id, heldUntil: now, createdAt: now };
    await market.db.insert(payouts).values(copies((orderId) => ({ ...money, ...due, orderId })));
    const refund = { ...money, method: 'M-Pesa', state: 'refund_due', receivedAt: now } as const;
    await market.db.insert(payments).values(copies((orderId) => ({ ...refund, orderId })));
    const asked = { phoneNumber: '+254722000111', requestedAt: now, askAgainAt: now };
    const held = { ...money, ...asked, status: 'held' } as const;
    await market.db
      .insert(paymentAttempts)
      .values(copies((orderId, index) => ({ ...held, orderId, tokenHash: `hash ${index}` })));
    const hiding = { operator: 'juma', action: 'hide', happenedAt: now };
    await market.db
      .insert(operatorActions)
      .values(copies((_, index) => ({ ...hiding, details: { index } })));
    /** disputes twice, refunds, attempts, and payouts twice, each with its second page. */
    const LISTS_READ = 8;
    const numbers = (text: string) =>
      text.split('\n').flatMap((line) => /^\d+(?= {2})/.exec(line)?.map(Number) ?? []);
    const lastLine = (text: string) => text.split('\n').at(-1);
    const oldest = numbers((await run('disputes')).text);
    expect(oldest).toEqual(ids.slice(0, OPERATOR_LIST_MAX).map(({ id }) => id));
    for (const command of ['disputes', 'refunds', 'attempts', 'payouts', 'payouts all', 'log']) {
      const { text } = await run(...command.split(' '));
      const listed = numbers(text);
      expect(listed).toHaveLength(OPERATOR_LIST_MAX);
      const isNewestFirst = command === 'log';
      expect(listed).toEqual([...listed].sort((a, b) => (isNewestFirst ? b - a : a - b)));
      // The log also has a row for each list that was read.
      const more = command === 'log' ? 3 + LISTS_READ : 3;
      expect(lastLine(text)).toMatch(new RegExp(`^${more} more(: npm run operator -- .+)?\\.$`));
      const next = / -- (.+)\.$/.exec(lastLine(text) ?? '')?.[1]?.split(' ');
      expect(next !== undefined).toBe(command === 'log' || command.startsWith('payouts'));
      if (next) {
        const rest = (await run(...next)).text;
        expect(numbers(rest)).toHaveLength(more);
        expect(rest).not.toContain(' more');
        expect(new Set([...listed, ...numbers(rest)]).size).toBe(OPERATOR_LIST_MAX + more);
      }
    }
    expect((await run('log', '--before', '1')).text).toBe('Nothing was done before that.');
    expect(await isDone('log', '--before', 'x')).toBe(false);
  });

  test('a wrong command is refused with a sentence, and changes nothing', async () => {
    const before = await dumpDatabase(market.db);
    for (const words of [
      'constructor',
      'suspend a@b.example',
      'suspend --reason x',
      'hide 1e3 --reason x',
      'hide 99999999999 --reason x',
      'dispute 1 burn --reason x',
      'refund 1',
      'attempt 1 paid --amount -5 --receipt ABC',
      'hide 1 --force',
    ]) {
      const { isDone, text } = await run(...words.split(' '));
      expect([words, isDone]).toEqual([words, false]);
      expect(text, words).toMatch(/^(--)?[A-Za-z].{10,}/);
    }
    expect(await dumpDatabase(market.db)).toBe(before);
  });
});

describe("the operator's commands about money", () => {
  /** A refusal is a row of the log. */
  const LOG = ['operator_actions', 'operator_log_head'];

  describe('disputes', () => {
    const disputed = async () => {
      const buyer = await makeTestBuyer(market);
      const farm = await makeFarm(market);
      const { id: productId } = await makeProduct(market, farm, { quantity: 100 });
      const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 10 }]);
      const asFarmer = market.caller(farm).farmer.orders;
      await asFarmer.confirm({ orderId });
      await asFarmer.dispatch({ orderId });
      const asBuyer = market.caller(buyer).buyer.orders;
      await asBuyer.dispute({ orderId, reason: 'Half of it was \u200brotten' });
      const end = (to: string, reason = 'x', id = orderId) =>
        isDone('dispute', String(id), to, '--reason', reason);
      return { orderId, productId, asBuyer, end };
    };

    test('are listed with what the buyer says, and end as the operator decides, with the reason in the history', async () => {
      const { orderId, productId, asBuyer, end } = await disputed();
      const reason = 'The photos show it';
      const shown = new RegExp(`\\n${orderId} .*Half of it was +rotten`);
      expect((await run('disputes')).text).toMatch(shown);
      expect(await end('cancel', reason)).toBe(true);
      const { status, events } = await asBuyer.get({ orderId });
      const cancelled = { actor: 'operator', to: 'cancelled', reason };
      expect([status, events.at(-1)]).toMatchObject(['cancelled', cancelled]);
      expect(await booksOf(market, productId)).toMatchObject({ onHand: 100, isBalanced: true });
      expect(await run('disputes')).toEqual({ isDone: true, text: 'There are no disputes.' });
      expect(await logged()).toEqual([done('dispute', { orderId, end: 'cancelled', reason })]);
    });

    test('end once: a completed order is sold, and no longer the operator’s to move', async () => {
      const { orderId, productId, asBuyer, end } = await disputed();
      await end('complete');
      expect(await asBuyer.get({ orderId })).toMatchObject({ status: 'completed' });
      const books = { onHand: 90, sold: 10, isBalanced: true };
      expect(await booksOf(market, productId)).toMatchObject(books);
      const before = await dumpDatabase(market.db, { except: LOG });
      expect([await end('cancel'), await end('cancel', 'x', 4711)]).toEqual([false, false]);
      expect(await dumpDatabase(market.db, { except: LOG })).toBe(before);
    });
  });

  test('a payout leaves while its buyer may still dispute the order only where that is said, and the log tells', async () => {
    const shop = await makeShop(market);
    const completed = async () => {
      const id = await shop.confirmedForCash();
      await byMpesa(market, id, 'paid');
      const completedAt = market.services.clock();
      await changeOrder(market, id, { status: 'completed', completedByClock: true, completedAt });
      await bookCompleted(market, id);
      return { orderId: id, payoutId: String((await moneyOf(market, id)).payout?.id) };
    };
    const [early, late] = [await completed(), await completed()];
    const approve = (payoutId: string, ...flags: string[]) =>
      run('payout', payoutId, 'approve', '--reason', 'x', ...flags);
    market.advance(24 * 3600 - 1);
    const before = await dumpDatabase(market.db, { except: LOG });
    const { isDone: isApproved, text } = await approve(early.payoutId);
    expect(isApproved).toBe(false);
    expect(text).toContain('--before-dispute-window-ends');
    expect(text).toContain(`order ${early.orderId} may dispute it until 2026-03-03T06:00:00Z`);
    expect(await dumpDatabase(market.db, { except: LOG })).toBe(before);
    expect(await approve(early.payoutId, '--before-dispute-window-ends')).toMatchObject({
      isDone: true,
      text: expect.stringContaining('until 2026-03-03T06:00:00Z'),
    });
    market.advance(1);
    expect(await approve(late.payoutId)).toEqual({
      isDone: true,
      text: `Payout ${late.payoutId} may go out.`,
    });
    expect((await logged()).map(({ details }) => details)).toEqual([
      {
        payoutId: Number(early.payoutId),
        reason: 'x',
        beforeDisputeWindowEnds: true,
        movedCents: 25_000,
        disputableUntil: '2026-03-03T06:00:00.000Z',
      },
      {
        payoutId: Number(late.payoutId),
        ...{ reason: 'x', movedCents: 25_000, disputableUntil: null },
      },
    ]);
  });
});
