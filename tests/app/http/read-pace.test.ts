import { describe, expect, test } from 'vitest';
import { READ_COST } from '#platform/rules/limits.ts';
import { createReadPace } from '#platform/server/http/read-pace.ts';
import { makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { outcomeOf } from '#tests/setup/rest.ts';

const PER_SECOND = 100;
const eager = '203.0.113.7';

describe('E105: the cost of a read', () => {
  /** Sends this many cart reads at once, against a limit of PER_SECOND plain reads a second. */
  async function askForCarts(times: number, lines: number) {
    const market = await makeMarket();
    market.services.readPace = createReadPace(PER_SECOND);
    const { cart } = market.caller({ clientAddress: eager }).market;
    const input = {
      lines: Array.from({ length: lines }, (_, at) => ({ productId: at + 1, quantity: 1 })),
    };
    return Promise.all(Array.from({ length: times }, () => outcomeOf(cart(input))));
  }

  test('a cart of a hundred lines costs as much as 21 plain reads, and one of four lines as much as one', async () => {
    const large = await askForCarts(6, 100);
    report(
      'E105',
      `6 carts of a hundred lines of one address, where ${PER_SECOND} plain questions a second may be: ${tally(large.toSorted())}`,
    );
    expect(large.filter((outcome) => outcome === 'accepted')).toHaveLength(4);
    expect(large).toContain('TOO_MANY_REQUESTS');
    expect(await askForCarts(60, 4)).not.toContain('TOO_MANY_REQUESTS');
  });

  test("a refused rendering is not charged, and one that costs more than a second's allowance is still possible", async () => {
    const pace = createReadPace(PER_SECOND);
    expect(await pace.mayDraw(eager, READ_COST.page)).toBe(true);
    expect(await pace.mayDraw(eager, READ_COST.picture)).toBe(false);
    for (let asked = 0; asked < PER_SECOND - READ_COST.page; asked += 1) await pace.consume(eager);
    await expect(pace.consume(eager)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      details: { retryAfterSeconds: 1 },
    });
    expect(await createReadPace(20).mayDraw(eager, READ_COST.picture)).toBe(true);
  });

  test('rendering is limited for each client and across all of them', async () => {
    const pace = createReadPace(2 * READ_COST.picture, 3 * READ_COST.picture);
    const drawn = [];
    for (const client of [1, 1, 1, 2, 3])
      drawn.push(await pace.mayDraw(`203.0.113.${client}`, READ_COST.picture));
    expect(drawn).toEqual([true, true, false, true, false]);
  });
});
