// One file because its tests share one set-up.
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { operatorActions } from '#features/operator/server/tables.ts';
import { OPERATOR_LIST_MAX } from '#features/orders/rules/limits.ts';
import { paymentAttempts, payments, payouts } from '#features/orders/server/tables/payments.ts';
import { rememberLiveDatabase } from '#platform/server/live-database.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { bookCompleted, makeShop, moneyOf } from '#tests/factories/money.ts';
import { mailedCode, makeBuyer, PASSWORD } from '#tests/factories/people.ts';
import { changeProduct, makeProduct } from '#tests/factories/products.ts';
import { booksOf, changeOrder, makeOrder, makeTestBuyer } from '#tests/factories/trade.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { operatorOf } from '#tests/setup/operator.ts';
import { report } from '#tests/setup/report.ts';
import { dumpDatabase, rowsOf } from '#tests/setup/rows.ts';

let market: Market;
beforeEach(async () => {
  market = await makeMarket();
  await rememberLiveDatabase(market.db, market.services);
});
const run = (...words: string[]) => operatorOf(market).run(...words);
const logged = () => operatorOf(market).logged();

describe("the operator's commands", () => {
  const offered = async () => (await market.caller().market.products({})).products.id ?? [];

  describe('suspending', () => {
    test('ends every session and refuses the right password with its reason, until it is lifted', async () => {
      const { email, token } = await makeBuyer(market);
      expect(await run('suspend', email, '--reason', 'Never paid')).toMatchObject({
        isDone: true,
      });
      await expect(market.caller({ token }).buyer.profile()).rejects.toThrow('NOT_LOGGED_IN');
      const logIn = (password: string) =>
        market.caller().auth.verifyBuyerCredentials({ email, password });
      await expect(logIn(PASSWORD)).rejects.toThrow('SUSPENDED');
      // Without the password nothing is revealed.
      await expect(logIn('Not-hers-2026')).rejects.toThrow('LOGIN_FAILED');

      expect(await run('unsuspend', email, '--reason', 'Paid by now')).toMatchObject({
        isDone: true,
      });
      await logIn(PASSWORD);
      const row = { operator: 'juma', details: { account: email, reason: 'Paid by now' } };
      expect(await logged()).toEqual([
        { ...row, action: 'suspend', details: { account: email, reason: 'Never paid' } },
        { ...row, action: 'unsuspend' },
      ]);
    });
    test('a login code that was on its way opens nothing', async () => {
      const { email } = await makeBuyer(market);
      market.advance(61);
      await market.caller().auth.verifyBuyerCredentials({ email, password: PASSWORD });
      const otp = await mailedCode(market, { email, purpose: 'login' });
      await run('suspend', email, '--reason', 'x');
      const login = market.caller().otp.verify({ email, purpose: 'login', otp });
      await expect(login).rejects.toThrow('CODE_INVALID_OR_EXPIRED');
    });

    test('takes what a farmer offers off the market; lifted, exactly that comes back', async () => {
      const farm = await makeFarm(market, { email: 'wanjiru@shamba.example' });
      const other = await makeProduct(market, await makeFarm(market));
      const [kale, hidden] = [await makeProduct(market, farm), await makeProduct(market, farm)];
      await run('hide', String(hidden.id), '--reason', 'A photo of something else');
      market.advance(60);
      await run('suspend', 'Wanjiru@shamba.example', '--reason', 'Sold what was not there');
      expect(await offered()).toEqual([other.id]);
      expect(await run('unhide', String(kale.id), '--reason', 'x')).toMatchObject({
        isDone: false,
      });
      market.advance(60);
      await run('unsuspend', 'wanjiru@shamba.example', '--reason', 'It was a misunderstanding');
      expect((await offered()).sort()).toEqual([other.id, kale.id].sort());
    });

    test('whom nobody knows, or who is suspended already, changes nothing and is not in the log', async () => {
      const { email } = await makeBuyer(market);
      expect(await run('suspend', 'nobody@x.example', '--reason', 'x')).toMatchObject({
        isDone: false,
      });
      expect(await run('unsuspend', email, '--reason', 'x')).toMatchObject({ isDone: false });
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
    const isDone = async (command: string) =>
      (await run(command, String(id), '--reason', 'Not food')).isDone;
    expect([await isDone('hide'), await offered()]).toEqual([true, []]);
    expect(await isDone('hide')).toBe(false);
    expect([await isDone('unhide'), await offered()]).toEqual([true, [id]]);
    await changeProduct(market, id, { deletedAt: market.services.clock() });
    expect(await isDone('hide')).toBe(false);
  });

  test('the log shows who did what, newest first', async () => {
    const { id } = await makeProduct(market, await makeFarm(market));
    await run('hide', String(id), '--reason', 'Not food');
    market.advance(60);
    await run('unhide', String(id), '--reason', 'It is');
    const [, newest, oldest] = (await run('log')).text.split('\n');
    expect([newest, oldest]).toEqual([
      expect.stringMatching(/^2 +2026-03-02T06:01:00Z {2}juma {2}unhide .*It is/),
      expect.stringMatching(/^1 +2026-03-02T06:00:00Z {2}juma {2}hide {4}.*Not food/),
    ]);
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
    const each = ids.map(({ id: orderId }, index) => ({ orderId, index }));
    await market.db.insert(payouts).values(
      each.map(({ orderId }) => ({
        orderId,
        farmerId: shop.farm.id,
        amountCents: 100,
        heldUntil: now,
        createdAt: now,
      })),
    );
    await market.db.insert(payments).values(
      each.map(({ orderId }) => ({
        orderId,
        method: 'M-Pesa' as const,
        state: 'refund_due' as const,
        amountCents: 100,
        receivedAt: now,
      })),
    );
    await market.db.insert(paymentAttempts).values(
      each.map(({ orderId, index }) => ({
        orderId,
        tokenHash: `hash ${index}`,
        phoneNumber: '+254722000111',
        amountCents: 100,
        status: 'held' as const,
        requestedAt: now,
        askAgainAt: now,
      })),
    );
    await market.db.insert(operatorActions).values(
      each.map(({ index }) => ({
        operator: 'juma',
        action: 'hide',
        details: { index },
        happenedAt: now,
      })),
    );
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
    expect(await run('log', '--before', 'x')).toMatchObject({ isDone: false });
    report(
      'B72',
      `6 lists of ${total}: ${OPERATOR_LIST_MAX} each, "3 more"; log and payouts read to the end`,
    );
  });

  test('a wrong command is refused with a sentence, and changes nothing', async () => {
    const before = await dumpDatabase(market.db);
    for (const words of [
      'burn',
      'constructor',
      'suspend a@b.example',
      'suspend --reason x',
      'hide 0 --reason x',
      'hide 1e3 --reason x',
      'hide 99999999999 --reason x',
      'dispute 1 burn --reason x',
      'refund 1',
      'payout 1 burn',
      'attempt 1 paid --amount -5 --receipt ABC',
      'hide 1 --reason',
      'hide 1 --force',
    ]) {
      const { isDone, text } = await run(...words.split(' '));
      expect([words, isDone]).toEqual([words, false]);
      expect(text, words).toMatch(/^(--)?[A-Za-z].{10,}/);
    }
    expect(await dumpDatabase(market.db)).toBe(before);
  });

  test('help names every command', async () => {
    const { text } = await run();
    for (const name of 'disputes dispute refunds refund payouts payout attempts attempt suspend unsuspend hide unhide log new-key'.split(
      ' ',
    )) {
      expect(text).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'));
    }
  });
});

describe("the operator's commands about money", () => {
  /** A refusal is a row of the log. */
  const LOG = ['operator_actions', 'operator_log_head'];

  describe('disputes', () => {
    const disputed = async () => {
      const farm = await makeFarm(market);
      const buyer = await makeTestBuyer(market);
      const { id: productId } = await makeProduct(market, farm, { quantity: 100 });
      const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 10 }]);
      const asFarmer = market.caller(farm).farmer.orders;
      await asFarmer.confirm({ orderId });
      await asFarmer.dispatch({ orderId });
      const asBuyer = market.caller(buyer).buyer.orders;
      await asBuyer.dispute({ orderId, reason: 'Half of it was \u200brotten' });
      return { orderId, productId, asBuyer };
    };

    test('are listed with what the buyer says, and end as the operator decides, with the reason in the history', async () => {
      const { orderId, productId, asBuyer } = await disputed();
      expect((await run('disputes')).text).toMatch(
        new RegExp(`\\n${orderId} .*Half of it was +rotten`),
      );
      expect(
        await run('dispute', String(orderId), 'cancel', '--reason', 'The photos show it'),
      ).toMatchObject({ isDone: true });
      const order = await asBuyer.get({ orderId });
      expect(order).toMatchObject({ status: 'cancelled' });
      expect(order.events.at(-1)).toMatchObject({
        actor: 'operator',
        to: 'cancelled',
        reason: 'The photos show it',
      });
      expect(await booksOf(market, productId)).toMatchObject({ onHand: 100, isBalanced: true });
      expect(await run('disputes')).toEqual({ isDone: true, text: 'There are no disputes.' });
      expect(await logged()).toEqual([
        {
          operator: 'juma',
          action: 'dispute',
          details: { orderId, end: 'cancelled', reason: 'The photos show it' },
        },
      ]);
    });

    test('completed, what was held is sold', async () => {
      const { orderId, productId, asBuyer } = await disputed();
      await run('dispute', String(orderId), 'complete', '--reason', 'The buyer took it');
      expect(await asBuyer.get({ orderId })).toMatchObject({ status: 'completed' });
      expect(await booksOf(market, productId)).toMatchObject({
        onHand: 90,
        sold: 10,
        isBalanced: true,
      });
    });

    test('an order that nobody disputes is not the operator’s to move', async () => {
      const { orderId } = await disputed();
      await run('dispute', String(orderId), 'complete', '--reason', 'x');
      const before = await dumpDatabase(market.db, { except: LOG });
      expect(await run('dispute', String(orderId), 'cancel', '--reason', 'x')).toMatchObject({
        isDone: false,
      });
      expect(await run('dispute', '4711', 'cancel', '--reason', 'x')).toMatchObject({
        isDone: false,
      });
      expect(await dumpDatabase(market.db, { except: LOG })).toBe(before);
    });
  });

  test('a payout leaves while its buyer may still dispute the order only where that is said, and the log tells', async () => {
    const shop = await makeShop(market);
    const completed = async () => {
      const { id } = await makeOrder(market, shop.buyer, [
        { productId: shop.kale.id, quantity: 5 },
      ]);
      await changeOrder(market, id, { paymentMethod: 'M-Pesa', paymentStatus: 'paid' });
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
    const refused = await approve(early.payoutId);
    expect(refused).toMatchObject({
      isDone: false,
      text: expect.stringContaining('--before-dispute-window-ends'),
    });
    expect(refused.text).toContain(
      `order ${early.orderId} may dispute it until 2026-03-03T06:00:00Z`,
    );
    expect(await dumpDatabase(market.db, { except: LOG })).toBe(before);
    const released = await approve(early.payoutId, '--before-dispute-window-ends');
    expect(released).toMatchObject({
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
        disputableUntil: '2026-03-03T06:00:00.000Z',
      },
      { payoutId: Number(late.payoutId), reason: 'x', disputableUntil: null },
    ]);
  });

  test('a refund is written down once, with its receipt', async () => {
    const farm = await makeFarm(market);
    const buyer = await makeTestBuyer(market);
    const { id: productId } = await makeProduct(market, farm);
    const { id: orderId } = await makeOrder(market, buyer, [{ productId, quantity: 1 }]);
    const [payment] = await market.db
      .insert(payments)
      .values({
        orderId,
        method: 'M-Pesa',
        state: 'refund_due',
        amountCents: 4600,
        receivedAt: market.services.clock(),
      })
      .returning({ id: payments.id });
    const id = String(payment?.id);
    expect((await run('refunds')).text).toContain('KES 46.00');
    expect(await run('refund', id, '--receipt', 'sgh7xyz')).toMatchObject({ isDone: true });
    expect(await run('refund', id, '--receipt', 'SGH8XYZ')).toEqual({
      isDone: false,
      text: 'No refund of it is due.',
    });
    const [row] = await market.db
      .select({ state: payments.state, receipt: payments.refundReceipt })
      .from(payments)
      .where(eq(payments.id, Number(id)));
    expect(row).toEqual({ state: 'refunded', receipt: 'SGH7XYZ' });
    expect(await logged()).toEqual([
      {
        operator: 'juma',
        action: 'refund',
        details: { paymentId: Number(id), receipt: 'SGH7XYZ', alone: true },
      },
    ]);
  });
});
