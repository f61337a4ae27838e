import { useCallback, useEffect, useLayoutEffect } from 'react';
import {
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type Resolver,
  set,
  type UseFormReturn,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { getLocale } from '#rules/text/compiled/runtime.js';
import { fieldText } from '#rules/text/field-texts.ts';
import { type Failure, type Fallbacks, sayFailure } from '../rpc.ts';
import { tabStore } from '../storage.ts';

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

/** The props of a field: its registration and its error. */
export function fieldOf<Values extends FieldValues, Output, Name extends FieldPath<Values>>(
  form: UseFormReturn<Values, unknown, Output>,
  name: Name,
  options?: RegisterOptions<Values, Name>,
) {
  return {
    ...form.register(name, options),
    error: fieldSentence(get(form.formState.errors, name)),
  };
}

type Shown = { failure: Failure; fallbacks: Fallbacks };

/** Returns the banner's message, or null if a field shows it. */
export function showFailure<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly FieldPath<Values>[],
  { failure, fallbacks }: Shown,
) {
  const wrong = fields.filter((field) => failure.fieldErrors[field]);
  for (const [index, field] of wrong.entries()) {
    form.setError(
      field,
      { type: FROM_SERVER, message: failure.fieldErrors[field] ?? '' },
      { shouldFocus: index === 0 },
    );
  }
  const message = sayFailure(failure, fallbacks);
  return wrong.some((field) => failure.fieldErrors[field] === message) ? null : message;
}

/** Marks a message that is a text from the server rather than a schema's key. */
const FROM_SERVER = 'server';

type FieldError = { type?: string | number; message?: string };

export function fieldSentence(error: FieldError | undefined) {
  if (error?.message === undefined) return undefined;
  return error.type === FROM_SERVER ? error.message : fieldText(error.message, getLocale());
}

type Draft = { name: string; without: readonly string[] };

const values = z.record(z.string(), z.union([z.string(), z.boolean()]));
const keyOf = (name: string) => `draft:${name}`;

export const hasDraft = (name: string) => tabStore.readAs(keyOf(name), values) !== null;

/** Returns a function that clears form and draft. */
export function useDraft<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  { name, without }: Draft,
): () => void {
  const key = keyOf(name);
  const { reset, subscribe, getValues } = form;

  useLayoutEffect(() => {
    const draft = tabStore.readAs(key, values);
    // Keeps the defaults, so that the form knows it has unsaved input.
    if (draft) reset({ ...getValues(), ...draft }, { keepDefaultValues: true });
  }, [key, reset, getValues]);

  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values: typed }) => {
          tabStore.writeJson(
            key,
            Object.fromEntries(Object.entries(typed).filter(([field]) => !without.includes(field))),
          );
        },
      }),
    [subscribe, key, without],
  );

  return useCallback(() => {
    reset();
    tabStore.write(key, null);
  }, [reset, key]);
}
