import * as z from 'zod/mini';
import { typedResolver } from '#ui/form-state.ts';

const schema = z.object({
  name: z.string().check(z.minLength(3, 'short'), z.regex(/^[a-z]+$/, 'letters')),
  lines: z.array(z.object({ quantity: z.number().check(z.positive('none')) })),
});
type Values = { name: string; lines: { quantity: string }[] };

const resolver = typedResolver<Values, typeof schema>(schema, ({ name, lines }) => ({
  name,
  lines: lines.map(({ quantity }) => ({ quantity: Number(quantity) })),
}));
const check = (values: Values) =>
  resolver(values, undefined, { fields: {}, shouldUseNativeValidation: undefined });

test('a valid form becomes the values of its schema', async () => {
  expect(await check({ name: 'kale', lines: [{ quantity: '2' }] })).toEqual({
    values: { name: 'kale', lines: [{ quantity: 2 }] },
    errors: {},
  });
});

test('an invalid form has the first error of each field, also of fields in a list', async () => {
  const { values, errors } = await check({
    name: '7',
    lines: [{ quantity: '1' }, { quantity: '0' }],
  });
  expect(values).toEqual({});
  expect(errors.name).toMatchObject({ message: 'short' });
  expect(errors.lines?.[1]?.quantity).toMatchObject({ message: 'none' });
  expect(errors.lines?.[0]).toBeUndefined();
});
