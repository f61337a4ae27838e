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
  // zodResolver asks that a form's values be the schema's input, which is just what these are not: `inputOf` makes them so.
  const check = zodResolver(schema) as unknown as Resolver<FieldValues, unknown, z.output<S>>;
  return (values, context, options) =>
    // Of its options the resolver reads the fields' names, and by them it names its errors; both sides have the same ones, so
    // options and errors that are typed by the other side's fit.
    check(inputOf(values), context, options as never) as unknown as ReturnType<Resolver<Values, unknown, z.output<S>>>;
}
