import type { ReactNode } from 'react';
import { NATIONAL_ID_INPUT_MAX } from '#features/accounts/rules/limits.ts';
import { LocationPicker } from '#features/places/web/location-picker.tsx';
import type { Language } from '#platform/rules/language.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { SelectField } from '#platform/web/ui/form/select-field.tsx';
import { TextField } from '#platform/web/ui/form/text-field.tsx';
import { CoverageSlider } from '../coverage-slider.tsx';
import { farmSizeLabels, farmTypeLabels, optionsOf } from '../option-labels.ts';
import type { useAgentSignup } from './use-agent-signup.ts';

type Signup = ReturnType<typeof useAgentSignup>;

/** Each language under its own name. */
const languageNames: Record<Language, string> = { sw: 'Kiswahili', en: 'English' };
const languageOptions = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

/** The farmer, the farm and its location. The agent fills them in at the farm. */
export function AgentSignupForm({ signup }: { signup: Signup }) {
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

type SectionProps = { title: string; hint?: string; children: ReactNode };

function Section({ title, hint, children }: SectionProps) {
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

function FarmerFields({ form: { register, formState } }: Pick<Signup, 'form'>) {
  const field = (name: Parameters<typeof register>[0] & keyof typeof formState.errors) => ({
    error: fieldSentence(formState.errors[name]),
    ...register(name),
  });
  // Without autofill, because the browser would offer the agent's own data.
  const blank = { autoComplete: 'off' } as const;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label={m.firstNameLabel()} {...blank} {...field('firstName')} />
      <TextField label={m.lastNameLabel()} {...blank} {...field('lastName')} />
      <TextField
        label={m.phoneNumberLabel()}
        hint={m.agentPhoneHint()}
        type="tel"
        {...blank}
        {...field('phoneNumber')}
      />
      <SelectField label={m.agentLanguage()} options={languageOptions} {...field('language')} />
      <TextField
        label={m.nationalIdLabel()}
        hint={m.agentIdHint()}
        isOptional
        inputMode="numeric"
        maxLength={NATIONAL_ID_INPUT_MAX}
        {...blank}
        {...field('nationalId')}
      />
      <TextField label={m.farmNameEditLabel()} isOptional {...blank} {...field('farmName')} />
      <SelectField
        label={m.farmTypeLabel()}
        placeholder={m.chooseOption()}
        options={optionsOf(farmTypeLabels)}
        {...field('farmType')}
      />
      <SelectField
        label={m.farmSizeLabel()}
        placeholder={m.chooseOption()}
        options={optionsOf(farmSizeLabels)}
        {...field('farmSize')}
      />
    </div>
  );
}
