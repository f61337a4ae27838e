import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import type { ErrorCode } from '#platform/rules/errors.ts';
import type { KeyScope } from '#platform/rules/key-scopes.ts';
import type { Role } from '#platform/rules/role.ts';

declare module '#platform/server/feature.ts' {
  interface Feature<LoopNeeds, Needs> {
    /** Describes `paths`, for /api/openapi.json and the page for developers. */
    api?: ApiDescription;
  }
}

/**
 * The meaning of fields by name, with their unit, and an example. `Payment.status` is for one named
 * schema, `payment.status` for objects in a field of that name, and `answer.status` for an answer
 * itself. These come before `status`.
 */
export type FieldNotes = Record<string, readonly [meaning: string, example?: unknown]>;

export type PathDescription = {
  summary: string;
  /** Rules that the fields don't show. */
  details?: string;
  /** Who may call it. */
  by: 'anyone' | 'user' | Role;
  /** The scopes of API keys that open it, as its procedure's `meta` says. */
  keys?: readonly KeyScope[];
  /**
   * The schema that the procedure parses. It is the query of a GET, otherwise the JSON body,
   * without the fields that come from the path.
   */
  input?: $ZodType;
  /** The field of `input` that each parameter of the path supplies. */
  fromPath?: Record<string, string>;
  /** The body is a form, which may contain files with this field name. */
  files?: string;
  /** The body may be JSON instead of a form. */
  isFormOrJson?: boolean;
  /** Whether it takes the header Idempotency-Key. */
  idempotencyKey?: 'optional' | 'required';
  /** The fields of the answer besides `success`; several schemas are alternatives. */
  answer?: $ZodType | readonly $ZodType[];
  /** The content types of an answer that is a file. */
  file?: readonly string[];
  status?: 200 | 201 | 204;
  /** The errors of this path alone; `commonErrors` adds those of all. */
  errors?: readonly ErrorCode[];
};

/** One feature's REST paths, as "GET /api/crops". */
export type ApiDescription = {
  /** The heading of its paths. */
  title: string;
  fields: FieldNotes;
  paths: Record<
    `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'} /${string}`,
    PathDescription
  >;
  /** Paths that only one partner calls, such as M-Pesa. They are not described to others. */
  partnerPaths?: readonly string[];
};

/** Schemas with a name become components, which several answers share. */
export const schemaNames = z.registry<{ id: string }>();

/** Gives the schema of an answer's object a name. */
export function named<Schema extends z.ZodMiniType>(id: string, schema: Schema): Schema {
  schemaNames.add(schema, { id });
  return schema;
}

/** Types of answers: a moment in UTC, a calendar day in Nairobi, and the next page of a list. */
export const moment = z.iso.datetime();
export const day = z.iso.date();
export const nextCursor = z.nullable(z.string());
