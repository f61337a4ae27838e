import { expect, expectTypeOf, test } from 'vitest';
import { pick } from '#server/database.ts';

test('pick takes the fields that it names, and the compiler refuses an unknown name', () => {
  const row = { id: 7, name: 'Wanjiku', phoneNumber: null, email: 'w@example.com' };
  const picked = pick(row, 'id name', 'phoneNumber');
  expect(picked).toEqual({ id: 7, name: 'Wanjiku', phoneNumber: null });
  expectTypeOf(picked).toEqualTypeOf<Pick<typeof row, 'id' | 'name' | 'phoneNumber'>>();
  // @ts-expect-error -- no such field
  expect(pick(row, 'id surname')).toEqual({ id: 7, surname: undefined });
});
