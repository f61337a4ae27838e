import * as z from 'zod/mini';

type Facts = { id?: string; description?: string; examples?: unknown[] };

/** Schemas with an id become components, which several answers share. */
export const schemaFacts = z.registry<Facts>();

export function named<Schema extends z.ZodMiniType>(id: string, schema: Schema): Schema {
  schemaFacts.add(schema, { id });
  return schema;
}

export function noted<Schema extends z.ZodMiniType>(
  schema: Schema,
  ...[description, example]: [description: string, example?: unknown]
): Schema {
  // A copy, because fields share schemas.
  const field = z.clone(schema);
  const examples = example === undefined ? {} : { examples: [example] };
  schemaFacts.add(field, { description, ...examples });
  return field;
}

export const moment = z.codec(z.date(), z.iso.datetime(), {
  decode: (date) => date.toISOString(),
  encode: (text) => new Date(text),
});
export const day = z.iso.date();
export const nextCursor = z.nullable(z.string());

/**
 * Notes by field name. `Payment.status` is for one named schema, `payment.status` for objects in a
 * field of that name, and `answer.status` for an answer itself. These come before `status`.
 */
export type FieldNotes = Record<string, readonly [meaning: string, example?: unknown]>;
