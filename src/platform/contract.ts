import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import type { KeyScope } from './rules/role.ts';

/**
 * `stock`: only the quantity of an offer changed. `all`: anything about offers. `prices`: the
 * market prices, which offers do not show.
 */
export type CatalogueChange = 'stock' | 'all' | 'prices';

/** Offers with their quantities, numbers of offers, or market prices. */
export type CatalogueView = 'offers' | 'counts' | 'prices';

/** `user`: anybody who is logged in. */
export type By = 'anyone' | 'user' | Role;

type Route = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`;

type Common = {
  by: By;
  input?: $ZodType;
  /** For input fields whose meaning no answer's field gives. */
  notes?: FieldNotes;
  /** A resource that belongs to one person, such as an order: for everybody else it is a 404. */
  own?: string;
  /** API key scopes, each of which opens it. Without them it refuses keys. */
  keys?: readonly KeyScope[];
  errors?: readonly ErrorCode[];
  /** Works once per Idempotency-Key; always without the header. */
  once?: true;
  /** Per user. Calls count before the input is checked, also those that fail. */
  limit?: { name: string; points: number; seconds: number };
  /** The answer is the same for everybody who may ask, and may be cached in memory. */
  shows?: CatalogueView;
  /**
   * A success invalidates these cached answers before it responds, so that users read their own
   * changes.
   */
  changes?: CatalogueChange;
};

type Served = {
  /** Path parameters, the query of a GET and the JSON body together are the input. */
  rest: Route;
  /** Input fields with another name in the path. */
  fromPath?: Readonly<Record<string, string>>;
  summary: string;
  /** Rules that the fields don't show. */
  details?: string;
  /** Over REST it comes besides `success`. */
  answer: $ZodType;
  /** The REST answer is an object with the answer in this field. */
  under?: string;
  status?: 201;
};

/**
 * The tRPC procedure, the REST path, its description, the table of who may call what, and the check
 * of answers in tests follow from it.
 */
export type Operation = Common & (Served | (Pick<Partial<Served>, 'answer'> & Unserved));

/** Its REST path, if it has one, is served by hand. */
type Unserved = { [Key in Exclude<keyof Served, 'answer'>]?: never };

export const operation = <const One extends Operation>(one: One): One => one;

export type InputOf<One extends Operation> = One extends { input: infer Input extends $ZodType }
  ? z.output<Input>
  : undefined;

export type AnswerOf<One extends Operation> = One extends { answer: infer Answer extends $ZodType }
  ? z.input<Answer>
  : unknown;

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

/* Declared by app/server/app-router.ts, so that the features and the platform can use the types. */

// biome-ignore lint/suspicious/noEmptyInterface: src/app fills it
export interface Registered {}

type Of<Name extends string> = Registered extends Record<Name, infer Type> ? Type : never;
export type AppRouter = Of<'router'>;
export type Caller = Of<'caller'>;
