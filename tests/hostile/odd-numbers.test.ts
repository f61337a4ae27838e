import { describeError } from '#server/http/rest.ts';
import {
  caller,
  makeBuyer,
  makeFarm,
  makeProduct,
  openMarket,
  report,
  tally,
} from '#tests/setup/in-market.ts';
import { oddNumbers, pathsOf, replaced, valueAt } from './parts/odd-values.ts';
import { validInputs } from './parts/valid-inputs.ts';

const numbers = [...oddNumbers, Number.NaN, Infinity, -Infinity, '1', '0x10', ''];

test('C21: odd numbers in every numeric field are refused with a message on the field, or handled correctly', async () => {
  await openMarket();
  const [buyer, farmer] = [await makeBuyer(), await makeFarm()];
  const inputs = validInputs({ productId: (await makeProduct(farmer)).id });
  const call = (name: string, input: unknown): Promise<unknown> => {
    const { token } = name.startsWith('buyer.') ? buyer : farmer;
    const procedure = valueAt(caller({ token }), name.split('.'));
    return (procedure as (given: unknown) => Promise<unknown>)(input);
  };
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
