import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { NATIONAL_ID_INPUT_MAX } from '#accounts/rules/limits.ts';
import { m } from '#text';
import { Button, classNames, Skeleton } from '#ui/elements.tsx';
import { FormBanner, Notice } from '#ui/feedback.tsx';
import { TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/form-state.ts';
import { lazy, usePreload } from '#ui/lazy.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import type { useFarmerSignup } from './use-farmer-signup.ts';
import { PLACE_STEP, type Steps, signupSteps } from './use-steps.ts';

export function FarmerSignupForm({ signup }: { signup: ReturnType<typeof useFarmerSignup> }) {
  usePreload(LazyFarmSteps);
  const { form, location, steps, banner, notice } = signup;
  const { isSubmitting, isDirty } = form.formState;
  const { number, count } = steps;
  const isPlaceMissing = number >= PLACE_STEP && !location.isVerified && !isSubmitting;
  const placeReason = location.picked ? m.locationUnverified() : m.locationRequired();
  return (
    <>
      <StepForm
        key={number}
        steps={steps}
        title={signupSteps[number - 1]?.title() ?? ''}
        onSubmit={signup.submit}
        onChange={signup.clearBanner}
        button={
          <Button
            type="submit"
            size="large"
            isWide
            className="max-sm:px-2 max-sm:text-base"
            isBusy={isSubmitting}
            disabledReason={isPlaceMissing ? placeReason : undefined}
            missing={signup.leadToPlace}
          >
            {number < count ? m.stepNext() : m.createAccountButton()}
          </Button>
        }
      >
        {notice && <Notice type="success">{notice}</Notice>}
        {number === 1 ? <PersonFields form={form} /> : <LazyFarmSteps signup={signup} />}
        <FormBanner text={banner} />
      </StepForm>
      {number === 1 && (
        <p className="mt-3 text-center text-muted">
          {m.alreadyHaveAccount()}{' '}
          <Link to="/loginF" className="link inline-flex min-h-11 items-center">
            {m.signInHere()}
          </Link>
        </p>
      )}
      <LeaveGuard isDirty={isDirty || location.picked !== null} />
    </>
  );
}

const LazyFarmSteps = lazy(
  () => import('./farm-steps.tsx'),
  'FarmSteps',
  <Skeleton className="h-96" />,
);

function PersonFields({ form }: Pick<ReturnType<typeof useFarmerSignup>, 'form'>) {
  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:gap-5">
        <TextField
          label={m.firstNameLabel()}
          autoComplete="given-name"
          {...fieldOf(form, 'firstName')}
        />
        <TextField
          label={m.lastNameLabel()}
          autoComplete="family-name"
          {...fieldOf(form, 'lastName')}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-5">
        <TextField
          label={m.phoneNumberLabel()}
          hint={m.phoneNumberHint()}
          type="tel"
          autoComplete="tel"
          {...fieldOf(form, 'phoneNumber')}
        />
        <TextField
          label={m.emailLabel()}
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          {...fieldOf(form, 'email')}
        />
        <p className="needs-sms -mt-3 text-muted text-sm sm:col-span-2">{m.emailOptionalBySms()}</p>
      </div>
      <TextField
        label={m.nationalIdLabel()}
        hint={m.nationalIdHint()}
        isOptional
        inputMode="numeric"
        autoComplete="off"
        maxLength={NATIONAL_ID_INPUT_MAX}
        {...fieldOf(form, 'nationalId')}
      />
    </>
  );
}

type StepFormProps = {
  steps: Steps;
  title: string;
  onSubmit: React.FormEventHandler<HTMLFormElement>;
  onChange: () => void;
  button: React.ReactNode;
  children: React.ReactNode;
};

/**
 * Needs the step's number as its key, because each step is a form that takes the focus when it
 * opens.
 */
function StepForm({ steps, title, onSubmit, onChange, button, children }: StepFormProps) {
  return (
    <form
      method="dialog"
      onSubmit={onSubmit}
      onChange={onChange}
      noValidate
      className="grid gap-4 max-sm:[&_input]:scroll-mb-24 max-sm:[&_select]:scroll-mb-24 sm:gap-6"
    >
      <StepHeading steps={steps} title={title} />
      {children}
      <div className="flex items-start gap-3 max-sm:sticky max-sm:bottom-0 max-sm:z-10 max-sm:-mx-5 max-sm:border-line max-sm:border-t max-sm:bg-card max-sm:px-5 max-sm:py-2">
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
