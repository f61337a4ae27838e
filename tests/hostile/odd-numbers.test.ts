import { beforeAll, describe, expect, test } from 'vitest';
import { describeError } from '#platform/server/http/describe-error.ts';
import { makeFarm } from '#tests/factories/farms.ts';
import { makeBuyer } from '#tests/factories/people.ts';
import { makeProduct } from '#tests/factories/products.ts';
import { type Market, makeMarket } from '#tests/setup/market.ts';
import { report, tally } from '#tests/setup/report.ts';
import { oddNumbers, pathsOf, replaced, valueAt } from './parts/odd-values.ts';
import { validInputs } from './parts/valid-inputs.ts';

const numbers = [
  ...oddNumbers,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  '1',
  '0x10',
  '',
];

describe('C21: odd numbers in every numeric field', () => {
  let market: Market;
  let farmerToken: string;
  let buyerToken: string;
  let inputs: Record<string, Record<string, unknown>>;
  beforeAll(async () => {
    market = await makeMarket();
    buyerToken = (await makeBuyer(market)).token;
    const farmer = await makeFarm(market);
    farmerToken = farmer.token;
    inputs = validInputs({ productId: (await makeProduct(market, farmer)).id });
  });

  function call(name: string, input: unknown): Promise<unknown> {
    const token = name.startsWith('buyer.') ? buyerToken : farmerToken;
    const procedure = valueAt(market.caller({ token }), name.split('.')) as (
      given: unknown,
    ) => Promise<unknown>;
    return procedure(input);
  }

  test('are refused with a message on the field, or handled correctly', async () => {
    const outcomes: string[] = [];
    for (const [name, valid] of Object.entries(inputs)) {
      const fields = pathsOf(valid).filter((path) => typeof valueAt(valid, path) === 'number');
      for (const path of fields) {
        for (const number of numbers) {
          const what = `${name} ${path.join('.')} = ${typeof number === 'string' ? `"${number}"` : number}`;
          outcomes.push(await outcome(call(name, replaced(valid, path, number)), path, what));
        }
      }
    }
    expect(outcomes.length).toBeGreaterThan(300);
    report('C21', `${outcomes.length} odd numbers: ${tally(outcomes)}`);
  });

  async function outcome(calling: Promise<unknown>, path: string[], what: string): Promise<string> {
    try {
      await calling;
      return 'accepted';
    } catch (error) {
      const { code, status, message, fieldErrors = {} } = describeError(error, 'en');
      expect(status, `${what}: ${code}`).toBeLessThan(500);
      if (code === 'INVALID_INPUT') {
        // An error about a position as a whole belongs to no single field.
        const sentence = fieldErrors[path[0] ?? ''] ?? message;
        expect(sentence, what).not.toBe('Please fix the errors below');
        expect(sentence, what).toMatch(/\w{3}/);
      }
      return code;
    }
  }

  test('a fix with an accuracy of almost zero is stored and verifies nothing; a very poor one verifies', async () => {
    const valid = inputs['farmer.moveFarm'] ?? {};
    for (const [accuracy, isVerified] of [
      ...[0, 5e-324, 1e-46, 1e-30].map((tiny) => [tiny, false] as const),
      [99_999.99, true] as const,
    ]) {
      await call('farmer.moveFarm', replaced(valid, ['gpsFix', 'accuracy'], accuracy));
      expect(await market.caller({ token: farmerToken }).farmer.profile()).toMatchObject({
        isVerified,
      });
    }
  });
});
