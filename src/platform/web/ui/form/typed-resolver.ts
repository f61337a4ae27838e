import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form';
import type * as z from 'zod/mini';

type Schema = z.ZodMiniObject;

/**
 * A form holds text, but its schema may expect numbers and nulls. `inputOf` converts them, so that
 * the whole schema can be used.
 */
export function typedResolver<S extends Schema>(
  schema: S,
): Resolver<z.input<S>, unknown, z.output<S>>;
export function typedResolver<Values extends FieldValues, S extends Schema>(
  schema: S,
  inputOf: (values: Values) => Record<string, unknown>,
): Resolver<Values, unknown, z.output<S>>;
export function typedResolver<Values extends FieldValues, S extends Schema>(
  schema: S,
  inputOf: (values: Values) => Record<string, unknown> = (values) => values,
): Resolver<Values, unknown, z.output<S>> {
  return (values) => {
    const checked = schema.safeParse(inputOf(values));
    if (checked.success) return { values: checked.data, errors: {} };
    const errors: FieldErrors<Values> = {};
    for (const { path, code, message } of checked.error.issues) {
      const field = path.join('.');
      if (!get(errors, field)) set(errors, field, { type: code, message });
    }
    return { values: {}, errors };
  };
}
