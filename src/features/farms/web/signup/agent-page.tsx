import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { NATIONAL_ID_INPUT_MAX } from '#accounts/rules/limits.ts';
import { LazyCodeEntry } from '#accounts/web/login-steps.tsx';
import {
  farmNameText,
  farmSizeLabels,
  farmTypeLabels,
  optionsOf,
} from '#farms/rules/farm-texts.ts';
import { LocationPicker } from '#places/web/location-picker.tsx';
import type { dashboardPaths } from '#rules/routes.ts';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { Button } from '#ui/elements.tsx';
import { FormBanner, Notice } from '#ui/feedback.tsx';
import { SelectField, TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/form-state.ts';
import { dateText } from '#ui/format.ts';
import { usePreload } from '#ui/lazy.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { AccountPage } from '#web/account-page.tsx';
import { hasSms } from '#web/page-frame.tsx';
import { trpc } from '#web/trpc.ts';
import { CoverageSlider } from '../coverage-slider.tsx';
import { useAgentSignup } from './use-agent-signup.ts';

export function AgentPage({ homePath }: { homePath: (typeof dashboardPaths)[Role] }) {
  usePreload(LazyCodeEntry);
  const signup = useAgentSignup();
  const { step, newest } = signup;
  const isForm = hasSms() && !step && !newest;
  return (
    <AccountPage
      title={m.agentPageTitle()}
      lead={isForm ? m.agentLead() : undefined}
      headerLink={
        <Link
          to={homePath}
          className="link inline-flex min-h-11 min-w-11 items-center justify-center"
        >
          {/* Only an icon on a narrow phone, where the text would touch the name of the site. */}
          <UserRound className="size-5 min-[28rem]:hidden" />
          <span className="max-[28rem]:sr-only">{m.dashboardLink()}</span>
        </Link>
      }
      isBroad={isForm}
    >
      {!hasSms() && <Notice type="info">{m.agentNoSms()}</Notice>}
      {isForm && <AgentSignupForm signup={signup} />}
      {step && !newest && (
        <div className="grid gap-6">
          <AgentConsent name={signup.name} isToSend={step.toSend !== undefined} />
          <LazyCodeEntry
            purpose="verify-phone"
            purposeText={m.agentCode({ name: signup.name })}
            step={step}
            onStep={signup.keepStep}
            requestCode={signup.requestCode}
            onConfirmed={signup.takeConsent}
            confirmedText={m.phoneVerifiedMessage()}
            backLabel={m.backToForm()}
            onBack={signup.backToForm}
          />
        </div>
      )}
      {newest && <AgentDone signup={signup} homePath={homePath} />}
      {(!step || newest) && <SignedUpList />}
    </AccountPage>
  );
}

function AgentConsent({ name, isToSend }: { name: string; isToSend: boolean }) {
  const ifAgreed = isToSend ? m.agentIfAgreedSend() : m.agentIfAgreedTell();
  return (
    <section className="grid gap-3 rounded-field bg-maize-soft p-4 text-on-maize-soft sm:p-5">
      <h2 className="font-bold text-xl">{m.agentConsentTitle({ name })}</h2>
      <blockquote className="border-current border-l-4 pl-4 text-lg">
        {m.agentConsent({ ifAgreed })}
      </blockquote>
    </section>
  );
}

type AgentDoneProps = {
  signup: Pick<ReturnType<typeof useAgentSignup>, 'newest' | 'startAnother'>;
  homePath: '/buyer-dashboard' | '/farmer/dashboard';
};

function AgentDone({ signup: { newest, startAnother }, homePath }: AgentDoneProps) {
  return (
    <div className="grid gap-5">
      <Notice type="success">{m.agentDone({ name: newest?.name ?? '' })}</Notice>
      <p>{m.agentDoneText({ number: phoneText(newest?.phoneNumber ?? '') })}</p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <Button onClick={startAnother}>{m.agentAnother()}</Button>
        <Link to={homePath} className="link inline-flex min-h-11 items-center">
          {m.dashboardLink()}
        </Link>
      </div>
    </div>
  );
}

function SignedUpList() {
  const { data, isError } = trpc.phone.signedUpFarmers.useQuery();
  if (isError) return <Notice type="info">{m.loadFailed()}</Notice>;
  if (!data || data.farmers.length === 0) return null;
  return (
    <section className="mt-8 grid gap-2 border-line border-t pt-6">
      <h2 className="font-bold text-lg">{m.agentSoFar()}</h2>
      <ul className="divide-y divide-line">
        {data.farmers.map(({ farmerId, name, farmName, signedUpAt }) => (
          <li key={farmerId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{name}</span>
              {farmNameText(farmName) && (
                <span className="text-muted">, {farmNameText(farmName)}</span>
              )}
            </span>
            <time dateTime={signedUpAt} className="text-muted text-sm">
              {dateText(signedUpAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Signup = ReturnType<typeof useAgentSignup>;

const languageNames: Record<Language, string> = { sw: 'Kiswahili', en: 'English' };
const languageOptions = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

function AgentSignupForm({ signup }: { signup: Signup }) {
  const { form, location, banner, clearBanner, submit } = signup;
  const { isSubmitting, isDirty } = form.formState;
  const locationReason = location.picked ? m.locationUnverified() : m.locationRequired();
  return (
    <form onSubmit={submit} onChange={clearBanner} noValidate className="grid gap-8">
      <Section title={m.agentAboutFarmer()}>
        <FarmerFields form={form} />
      </Section>
      <Section title={m.farmLocationTitle()} hint={m.farmLocationHint()}>
        <LocationPicker
          value={location.picked}
          onChange={location.pick}
          coverageRadiusMetres={location.radiusMetres}
          errors={location.errors}
        />
        <CoverageSlider radiusMetres={location.radiusMetres} onChange={location.setRadius} />
      </Section>
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
          {m.agentSend()}
        </Button>
      </div>
      <LeaveGuard isDirty={isDirty || location.picked !== null} />
    </form>
  );
}

function Section({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: React.ReactNode;
}) {
  return (
    <fieldset className="grid min-w-0 gap-5">
      <legend className="float-left w-full border-line border-b pb-2 font-bold text-xl">
        {title}
      </legend>
      {hint && <p className="text-muted">{hint}</p>}
      {children}
    </fieldset>
  );
}

function FarmerFields({ form }: Pick<Signup, 'form'>) {
  // Without autofill, because the browser would offer the agent's own data.
  const blank = { autoComplete: 'off' } as const;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label={m.firstNameLabel()} {...blank} {...fieldOf(form, 'firstName')} />
      <TextField label={m.lastNameLabel()} {...blank} {...fieldOf(form, 'lastName')} />
      <TextField
        label={m.phoneNumberLabel()}
        hint={m.agentPhoneHint()}
        type="tel"
        {...blank}
        {...fieldOf(form, 'phoneNumber')}
      />
      <SelectField
        label={m.agentLanguage()}
        options={languageOptions}
        {...fieldOf(form, 'language')}
      />
      <TextField
        label={m.nationalIdLabel()}
        hint={m.nationalIdHint()}
        isOptional
        inputMode="numeric"
        maxLength={NATIONAL_ID_INPUT_MAX}
        {...blank}
        {...fieldOf(form, 'nationalId')}
      />
      <TextField
        label={m.farmNameEditLabel()}
        isOptional
        {...blank}
        {...fieldOf(form, 'farmName')}
      />
      <SelectField
        label={m.farmTypeLabel()}
        placeholder={m.chooseOption()}
        options={optionsOf(farmTypeLabels)}
        {...fieldOf(form, 'farmType')}
      />
      <SelectField
        label={m.farmSizeLabel()}
        placeholder={m.chooseOption()}
        options={optionsOf(farmSizeLabels)}
        {...fieldOf(form, 'farmSize')}
      />
    </div>
  );
}
