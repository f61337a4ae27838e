import { type ReactNode, useId } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { classNames } from '#web/ui/layout/class-names.ts';
import { FieldError } from './field-error.tsx';

/** What every field of the house takes beside its own input's attributes. */
export type FieldProps = {
  label: string;
  hint?: ReactNode;
  /** The sentence that says what is wrong; nothing while all is well. */
  error?: string | undefined;
  isOptional?: boolean;
};

/** Connects an input with its label, hint and error. */
type ControlAttributes = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };

type FieldFrame = FieldProps & { className?: string | undefined; children: (control: ControlAttributes) => ReactNode };

/** Label above, input, hint and error beneath. */
export function Field({ label, hint, error, isOptional = false, className, children }: FieldFrame) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = classNames(error && errorId, hint !== undefined && hintId);
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {isOptional && <span className="font-normal text-muted"> {m.optionalMark()}</span>}
      </label>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {hint !== undefined && (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      )}
      <FieldError id={errorId} text={error} />
    </div>
  );
}
