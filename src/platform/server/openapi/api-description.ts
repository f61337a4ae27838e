import * as z from 'zod/mini';
import type { $ZodType, $ZodTypes } from 'zod/v4/core';
import { type By, type FieldNotes, type Operation, schemaFacts } from '#platform/contract.ts';
import type { KeyScope } from '#rules/role.ts';

declare global {
  interface Feature {
    api?: ApiDescription;
  }
}

export type PathDescription = {
  summary: string;
  details?: string;
  by: By;
  keys?: readonly KeyScope[];
  /** The query of a GET, otherwise the JSON body, without the fields of the path. */
  input?: $ZodType;
  notes?: FieldNotes;
  fromPath?: Record<string, string>;
  /** The field name of files in a form. */
  files?: string;
  isFormOrJson?: boolean;
  idempotencyKey?: 'optional' | 'required';
  /** Several schemas are alternatives. */
  answer?: $ZodType | readonly $ZodType[];
  file?: readonly string[];
  status?: 200 | 201 | 204;
  /** Besides `commonErrors`. */
  errors?: readonly ErrorCode[];
};

export type ApiDescription = {
  title: string;
  fields: FieldNotes;
  paths: Record<
    `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'} /${string}`,
    PathDescription
  >;
  /** Called by one partner, and not described to others. */
  partnerPaths?: readonly string[];
};

/** `byHand`: paths that are no operations. */
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
