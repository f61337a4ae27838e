import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { FormBanner, Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { PersonFields, Section } from './person-fields.tsx';
import type { useFarmerSignup } from './use-farmer-signup.ts';

type FarmerSignupFormProps = { signup: ReturnType<typeof useFarmerSignup> };

/** The farmer's details, the farm's details, its location, and its coverage radius. */
export function FarmerSignupForm({ signup }: FarmerSignupFormProps) {
  const { form, location, banner, notice, clearBanner, submit } = signup;
  const { isSubmitting, isDirty } = form.formState;
  const locationReason = location.picked ? m.locationUnverified() : m.locationRequired();
  return (
    <form
      method="dialog"
      onSubmit={submit}
      onChange={clearBanner}
      noValidate
      className="grid gap-8"
    >
      {notice && <Notice type="success">{notice}</Notice>}
      <Section title={m.farmerSignupAboutYou()}>
        <PersonFields form={form} />
      </Section>
      <LazyFarmSections signup={signup} />
      <div className="grid gap-4">
        <FormBanner text={banner} />
        <Button
          type="submit"
          size="large"
          isWide
          isBusy={isSubmitting}
          disabledReason={location.isVerified || isSubmitting ? undefined : locationReason}
          missing="#gps-button"
        >
          {m.createAccountButton()}
        </Button>
        <p className="text-center text-muted">
          {m.alreadyHaveAccount()}{' '}
          <Link to="/loginF" className="link inline-flex min-h-11 items-center">
            {m.signInHere()}
          </Link>
        </p>
      </div>
      <LeaveGuard isDirty={isDirty || location.picked !== null} />
    </form>
  );
}

/** Below the first fields of a long form; its code loads right after them. */
const LazyFarmSections = lazy(
  () => import('./farm-sections.tsx').then(({ FarmSections }) => FarmSections),
  <Skeleton className="h-[62rem]" />,
);
