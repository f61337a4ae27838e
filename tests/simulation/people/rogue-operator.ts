import { sql } from 'drizzle-orm';
import type { Prompt } from '#demo/simulated-mpesa.ts';
import { operations } from '#operator/server/operations/all-operations.ts';
import type { Operation } from '#operator/server/operations/operation.ts';
import { perform } from '#operator/server/operations/perform.ts';
import { handoverCode } from '#orders/server/orders/read-orders.ts';
import { statementOf } from '#tests/factories/statements.ts';
import { TEST_SECRET } from '#tests/setup/market.ts';
import { readRows } from '#tests/simulation/read-rows.ts';
import type { Rounds } from '#tests/simulation/rounds.ts';
import { type Servers, tried } from '#tests/simulation/servers.ts';
import { DAY, HOUR, MINUTE, type World } from '#tests/simulation/world.ts';
import type { Buyer, Farmer, People } from './people.ts';

export const INVENTED = 'KAMAU';

type Needs = { people: People; rounds: Rounds; isOpen: () => boolean };
type Theft = { orderId: number; buyer: Buyer; farmer: Farmer };

export function startRogueOperator(
  world: World,
  servers: Servers,
  { people, rounds, isOpen }: Needs,
) {
  const random = world.chance('rogue operator');
  const { connection, network } = servers;
  const lines: { receipt: string; paidIn: string }[] = [];

  async function act<Input extends object>(
    what: string,
    operation: Operation<Input>,
    input: Input,
    orderIds: number[],
  ) {
    const { db, services } = servers.pick().market;
    const person = { name: 'kamau', role: 'finance', device: 'Chrome, Android' } as const;
    const outcome = await tried(() => perform(db, operation, { input, person, services }));
    world.tell(
      `The rogue operator ${what}${outcome.isDone ? '.' : `, but: ${outcome.code}.`}`,
      orderIds,
    );
  }

  async function begin() {
    world.after(random.between(8 * HOUR, 30 * HOUR), begin);
    if (!isOpen()) return;
    const buyer = random.pick(people.accomplices);
    const offered = await readRows<{ id: number; farmerId: number; quantity: number }>(
      connection.db,
      `select id, farmer_id as "farmerId", least(quantity, 5)::float8 as quantity from products
        where quantity >= 1 and hidden_at is null and price_cents > 2000 order by deposit_percent is null, id limit 20`,
    );
    if (offered.length === 0) return;
    // Announced harvests first, because a deposit comes back by itself.
    const product = random.isTrue(0.5) ? offered[0] : random.pick(offered);
    const farmer = people.farmers.find(({ id }) => id === product?.farmerId);
    if (!product || !farmer) return;
    const { id: productId, quantity } = product;
    const placed = await servers.act(buyer, 'orders for the rogue operator', async (caller) => {
      await caller.buyer.cart.put({ lines: [{ productId, quantity }] });
      const order = { fulfilment: 'collection', paymentMethod: 'M-Pesa' } as const;
      return caller.buyer.orders.place({ idempotencyKey: `rogue-${world.events}`, order });
    });
    for (const { id: orderId } of placed.isDone ? placed.value.orders : []) {
      const theft = { orderId, buyer, farmer };
      await step(theft, 'confirms', (caller) => caller.farmer.orders.confirm({ orderId }));
      await pay(theft);
      world.after(random.between(10 * MINUTE, 3 * HOUR), () => book(theft));
    }
  }

  const step = (
    { orderId, buyer, farmer }: Theft,
    what: string,
    call: Parameters<typeof servers.act<unknown>>[2],
    by: 'buyer' | 'farmer' = 'farmer',
  ) =>
    servers.act(by === 'farmer' ? farmer : buyer, `${what} order ${orderId}`, call, {
      orders: [orderId],
    });

  async function pay(theft: Theft) {
    const { orderId, buyer } = theft;
    const { phoneNumber } = buyer;
    await step(
      theft,
      'asks to pay',
      (caller) => caller.buyer.orders.pay({ orderId, phoneNumber }),
      'buyer',
    );
    rounds.soon();
  }

  async function book(theft: Theft) {
    const { orderId } = theft;
    const attempts = await readRows<{ id: number; cents: number; checkout: string | null }>(
      connection.db,
      sql`select id, amount_cents as cents, checkout_request_id as checkout from payment_attempts
        where order_id = ${orderId} and status <> 'paid' order by id`,
    );
    for (const { id: attemptId, cents: amountCents, checkout } of attempts) {
      if (network.received.has(checkout ?? '')) continue;
      const receipt = `${INVENTED}${String(lines.length + 1).padStart(5, '0')}`;
      lines.push({ receipt, paidIn: (amountCents / 100).toFixed(2) });
      const isFirst = random.isTrue(0.5);
      if (isFirst) await forge(orderId);
      const input = { attemptId, amountCents, receipt };
      await act(`books ${receipt}`, operations.attemptPaid, input, [orderId]);
      await act(`books ${receipt} again`, operations.attemptPaid, input, [orderId]);
      if (!isFirst) await forge(orderId);
    }
    world.after(random.between(MINUTE, HOUR), () => end(theft));
  }

  const forge = (orderId: number) =>
    act('imports a statement', operations.importStatement, { text: statementOf({ lines }) }, [
      orderId,
    ]);

  async function end(theft: Theft) {
    const { orderId } = theft;
    const way = random.pick(['cancel', 'cancel', 'shorten', 'complete']);
    if (way === 'shorten')
      await step(theft, 'has only a half for', async (caller) => {
        const { lines: ordered } = await caller.farmer.orders.get({ orderId });
        const half = ordered.map(({ id, quantity }) => ({ lineId: id, quantity: quantity / 2 }));
        await caller.farmer.orders.shorten({ orderId, lines: half });
      });
    if (way === 'complete') {
      await step(theft, 'dispatches', (caller) => caller.farmer.orders.dispatch({ orderId }));
      const code = handoverCode(TEST_SECRET, { id: orderId, weighing: 0 });
      await step(theft, 'completes', (caller) =>
        caller.farmer.orders.complete({ orderId, handoverCode: code }),
      );
    }
    if (way === 'cancel')
      await step(theft, 'cancels', (caller) => caller.buyer.orders.cancel({ orderId }), 'buyer');
    rounds.soon();
    world.after(random.between(3 * HOUR, DAY), () => approve(theft));
  }

  async function approve({ orderId }: Theft) {
    const payouts = await readRows<{ id: number }>(
      connection.db,
      sql`select id from payouts where order_id = ${orderId} and status in ('due', 'failed')`,
    );
    for (const { id: payoutId } of payouts) {
      const input = { payoutId, reason: 'they wait', beforeDisputeWindowEnds: true };
      await act('approves a payout', operations.payoutApprove, input, [orderId]);
    }
  }

  world.after(random.between(HOUR, DAY), begin);
  return {
    rang(prompt: Prompt): boolean {
      const msisdns = people.accomplices.map(({ phoneNumber }) => phoneNumber.slice(1));
      if (!msisdns.includes(prompt.msisdn)) return false;
      const answer = random.pick(['cancel', 'cancel', 'none', 'insufficient', 'approve'] as const);
      world.after(random.between(4, 50), async () => {
        if (prompt.answer === null) network.answer(prompt, answer);
        rounds.soon();
      });
      return true;
    },
  };
}
