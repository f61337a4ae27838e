import { type ReactNode, useId } from 'react';
import { m } from '#text';
import { classNames } from '../layout/class-names.ts';

export type FieldProps = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  warning?: string | undefined;
  isOptional?: boolean;
};

type ControlAttributes = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
};

type FieldFrame = FieldProps & {
  className?: string | undefined;
  children: (control: ControlAttributes) => ReactNode;
};

export function Field({
  label,
  hint,
  error,
  warning,
  isOptional = false,
  className,
  children,
}: FieldFrame) {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const warningId = `${id}-warning`;
  const describedBy = classNames(
    error && errorId,
    warning && warningId,
    hint !== undefined && hintId,
  );
  return (
    <div className={classNames('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {isOptional && <span className="font-normal text-muted"> {m.optionalMark()}</span>}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint !== undefined && (
        <p id={hintId} className="text-muted text-sm has-[>:only-child:empty]:hidden">
          {hint}
        </p>
      )}
      <div aria-live="polite" className="empty:hidden">
        {warning && (
          <p id={warningId} className="font-medium text-sm">
            {warning}
          </p>
        )}
      </div>
      <FieldError id={errorId} text={error} />
    </div>
  );
}

/**
 * The live region is rendered before there is a message, because some screen readers would miss the
 * first one.
 */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    <div aria-live="polite" className="empty:hidden">
      {text && (
        <p id={id} className="flex gap-1.5 font-medium text-sm text-soil">
          <svg
            aria-hidden="true"
            viewBox="0 0 20 20"
            className="mt-0.5 size-4.5 shrink-0"
            fill="currentColor"
          >
            <path d="M10 1.7a8.3 8.3 0 1 0 0 16.6 8.3 8.3 0 0 0 0-16.6Zm-1 4h2v5.6H9V5.7Zm1 9.2a1.25 1.25 0 1 1 0-2.5 1.25 1.25 0 0 1 0 2.5Z" />
          </svg>
          {text}
        </p>
      )}
    </div>
  );
}
