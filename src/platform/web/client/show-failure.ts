import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { FROM_SERVER } from '../ui/form/field-sentence.ts';
import { type Failure, type Fallbacks, sayFailure } from './failure.ts';

type Shown = { failure: Failure; fallbacks: Fallbacks };

/** Returns the banner's message, or null if a field shows it. */
export function showFailure<Values extends FieldValues, Output>(
  form: UseFormReturn<Values, unknown, Output>,
  fields: readonly FieldPath<Values>[],
  { failure, fallbacks }: Shown,
): string | null {
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
