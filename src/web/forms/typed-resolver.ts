import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

type Schema = z.ZodMiniObject;

/**
 * A form keeps texts, as they stand in its fields; the schema wants numbers and nulls. `inputOf` turns the one into the other,
 * and the schema is used whole. Fields have the same names on both sides, so its sentences find their places.
 */
export function typedResolver<Values extends FieldValues, S extends Schema>(
  schema: S,
  inputOf: (values: Values) => Record<string, unknown>,
): Resolver<Values, unknown, z.output<S>> {
  const check = zodResolver(schema) as unknown as Resolver<FieldValues, unknown, z.output<S>>;
  return (values, context, options) =>
    // The names of the fields are what the resolver reads of its options and writes into its errors, and they are alike.
    check(inputOf(values), context, options as never) as unknown as ReturnType<Resolver<Values, unknown, z.output<S>>>;
}
