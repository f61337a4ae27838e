import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';

type Schema = z.ZodMiniObject;

/**
 * A form holds its fields as text, but the schema expects numbers and nulls. `inputOf` converts
 * them, so that the whole schema can be used. Fields have the same names on both sides, so the
 * schema's messages reach their fields.
 */
export function typedResolver<Values extends FieldValues, S extends Schema>(
  schema: S,
  inputOf: (values: Values) => Record<string, unknown>,
): Resolver<Values, unknown, z.output<S>> {
  // zodResolver expects the form's values to be the schema's input, which they are only after
  // `inputOf` has converted them.
  const check = zodResolver(schema) as unknown as Resolver<FieldValues, unknown, z.output<S>>;
  return (values, context, options) =>
    // The resolver uses the options only for the field names of its errors. Both sides have the
    // same names, so options and errors typed for one side also fit the other.
    check(inputOf(values), context, options as never) as unknown as ReturnType<
      Resolver<Values, unknown, z.output<S>>
    >;
}
