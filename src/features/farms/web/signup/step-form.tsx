import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '#platform/web/ui/form/button.tsx';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import type { Steps } from './use-steps.ts';

type StepFormProps = {
  steps: Steps;
  title: string;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onChange: () => void;
  /** The button that leads on, or that sends the form from the last step. */
  button: ReactNode;
  children: ReactNode;
};

/**
 * One step of a long form, and how far along it is. Needs the step's number as its key: each step
 * is a form of its own, which takes the focus when it opens.
 */
export function StepForm({ steps, title, onSubmit, onChange, button, children }: StepFormProps) {
  return (
    <form
      method="dialog"
      onSubmit={onSubmit}
      onChange={onChange}
      noValidate
      className="grid gap-4 sm:gap-6"
    >
      <StepHeading steps={steps} title={title} />
      {children}
      <div className="flex items-start gap-3">
        {steps.number > 1 && (
          <Button
            variant="secondary"
            size="large"
            className="max-sm:px-5 max-sm:text-base"
            onClick={steps.back}
          >
            {m.stepBack()}
          </Button>
        )}
        <div className="min-w-0 flex-1">{button}</div>
      </div>
    </form>
  );
}

function StepHeading({
  steps: { number, count, takeFocus },
  title,
}: Pick<StepFormProps, 'steps' | 'title'>) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => takeFocus(heading.current), [takeFocus]);
  return (
    <h2 ref={heading} tabIndex={-1} className="grid gap-1 font-bold text-xl">
      <span className="flex items-center gap-3 font-semibold text-base text-muted">
        {m.stepOf({ number, count })}
        <span className="sr-only"> · </span>
        <span aria-hidden="true" className="flex flex-1 gap-1.5">
          {Array.from({ length: count }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts never move
              key={index}
              className={classNames(
                'h-1.5 flex-1 rounded-full',
                index < number ? 'bg-leaf' : 'bg-line',
              )}
            />
          ))}
        </span>
      </span>
      {title}
    </h2>
  );
}
