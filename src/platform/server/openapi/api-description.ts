import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { type FieldNotes, schemaFacts } from '#platform/contract/answers.ts';
import type { By, Operation } from '#platform/contract/operation.ts';
import type { ErrorCode } from '#platform/rules/errors.ts';
import type { KeyScope } from '#platform/rules/key-scopes.ts';

declare module '#platform/server/feature.ts' {
  interface Feature<LoopNeeds, Needs> {
    /** Describes `paths`, for /api/openapi.json and the page for developers. */
    api?: ApiDescription;
  }
}

export type PathDescription = {
  summary: string;
  /** Rules that the fields don't show. */
  details?: string;
  /** Who may call it. */
  by: By;
  /** The scopes of API keys that open it, as its procedure's `meta` says. */
  keys?: readonly KeyScope[];
  /**
   * The schema that the procedure parses. It is the query of a GET, otherwise the JSON body,
   * without the fields that come from the path.
   */
  input?: $ZodType;
  /** Notes on fields of the input and the answer. */
  notes?: FieldNotes;
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

/**
 * Describes the REST paths of a feature's operations.
 * @param byHand the paths that are no operations: files, uploads, and what partners call
 */
export const describeOperations = (
  title: string,
  operations: Record<string, Operation>,
  byHand: ApiDescription['paths'] = {},
): ApiDescription => ({
  title,
  fields: Object.assign(
    {},
    ...Object.values(operations).map((one) => notesIn(answerOf(one))),
    ...[...Object.values(operations), ...Object.values(byHand)].map(({ notes }) => notes),
  ),
  paths: {
    ...byHand,
    ...Object.fromEntries(
      Object.values(operations)
        .flatMap((one) => (one.rest ? [[one.rest, pathOf(one)] as const] : []))
        .toSorted(([one], [other]) => pathIn(one).localeCompare(pathIn(other))),
    ),
  },
});

const pathIn = (route: string) => route.slice(route.indexOf('/'));

const answerOf = ({ answer, under }: Operation): $ZodType | undefined =>
  answer && under ? z.object({ [under]: answer }) : answer;

/** The notes in the schema of an answer, by name, because its inputs share most fields. */
function notesIn(schema: $ZodType | undefined): FieldNotes {
  if (!schema) return {};
  const { def } = (schema as $ZodTypes)._zod;
  if (def.type === 'nullable') return notesIn(def.innerType);
  if (def.type === 'array') return notesIn(def.element);
  if (def.type !== 'object') return {};
  const notes = Object.entries(def.shape).map(([name, field]): FieldNotes => {
    const { description, examples: [example] = [] } = schemaFacts.get(field) ?? {};
    return { ...notesIn(field), ...(description && { [name]: [description, example] }) };
  });
  return Object.assign({}, ...notes);
}

function pathOf(one: Operation): PathDescription {
  const { once, rest = '', summary = '', fromPath, answer: _, ...described } = one;
  const parameters = [...rest.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, name]);
  const answer = answerOf(one);
  return {
    ...described,
    summary,
    ...(answer && { answer }),
    fromPath: { ...Object.fromEntries(parameters), ...fromPath },
    ...(once && { idempotencyKey: 'optional' }),
  };
}
