import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import { lazy, usePreload } from '#platform/web/ui/browser/lazy.tsx';
import { FormBanner, Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { PersonFields } from './person-fields.tsx';
import { PLACE_STEP, signupSteps } from './signup-steps.ts';
import { StepForm } from './step-form.tsx';
import type { useFarmerSignup } from './use-farmer-signup.ts';

type FarmerSignupFormProps = { signup: ReturnType<typeof useFarmerSignup> };

/** The farmer, the farm, its location, then delivery and password: a step each. */
export function FarmerSignupForm({ signup }: FarmerSignupFormProps) {
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

/** The later steps, whose code loads right after the first one. */
const LazyFarmSteps = lazy(
  () => import('./farm-steps.tsx').then(({ FarmSteps }) => FarmSteps),
  <Skeleton className="h-96" />,
);
