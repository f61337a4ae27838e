import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { useWatch } from 'react-hook-form';
import { NATIONAL_ID_INPUT_MAX } from '#accounts/rules/limits.ts';
import { isCommonPassword } from '#platform/web/client/is-common-password.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { CheckboxField, TextField } from '#platform/web/ui/form/field.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { LeaveGuard } from '#platform/web/ui/form/leave-guard.tsx';
import { NewPasswordFields, newPasswordHints } from '#platform/web/ui/form/new-password-fields.tsx';
import { m } from '#text';
import { useReturnSearch } from './return-path.ts';
import type { useBuyerSignup } from './use-buyer-signup.ts';

type BuyerSignupFormProps = { signup: ReturnType<typeof useBuyerSignup> };

export function BuyerSignupForm({ signup }: BuyerSignupFormProps) {
  const { form, banner, clearBanner, submit } = signup;
  const back = useReturnSearch(signup.wantedPath);
  const { errors, isSubmitting, isDirty } = form.formState;
  const isAgreed = useWatch({ control: form.control, name: 'termsAccepted' });
  return (
    <form
      method="dialog"
      onSubmit={submit}
      onChange={clearBanner}
      noValidate
      className="grid gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={m.firstNameLabel()}
          autoComplete="given-name"
          error={fieldSentence(errors.firstName)}
          {...form.register('firstName')}
        />
        <TextField
          label={m.lastNameLabel()}
          autoComplete="family-name"
          error={fieldSentence(errors.lastName)}
          {...form.register('lastName')}
        />
      </div>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={m.phoneNumberLabel()}
          hint={m.phoneNumberHint()}
          type="tel"
          autoComplete="tel"
          error={fieldSentence(errors.phoneNumber)}
          {...form.register('phoneNumber')}
        />
        <TextField
          label={m.emailLabel()}
          type="email"
          autoComplete="email"
          error={fieldSentence(errors.email)}
          {...form.register('email')}
        />
      </div>
      <TextField
        label={m.nationalIdLabel()}
        hint={m.nationalIdHint()}
        inputMode="numeric"
        autoComplete="off"
        maxLength={NATIONAL_ID_INPUT_MAX}
        error={fieldSentence(errors.nationalId)}
        {...form.register('nationalId')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <NewPasswordFields
          form={form}
          label={m.passwordLabel()}
          hint={newPasswordHints.buyer()}
          isCommon={isCommonPassword}
        />
      </div>
      <TermsField error={fieldSentence(errors.termsAccepted)} {...form.register('termsAccepted')} />
      <FormBanner text={banner} />
      <Button
        type="submit"
        size="large"
        isWide
        isBusy={isSubmitting}
        disabledReason={isAgreed || isSubmitting ? undefined : m.termsRequired()}
        missing="[name=termsAccepted]"
      >
        {m.createAccountButton()}
      </Button>
      <p className="text-center text-muted">
        {m.alreadyHaveAccount()}{' '}
        <Link to="/login" search={back} className="link inline-flex min-h-11 items-center">
          {m.signInHere()}
        </Link>
      </p>
      <LeaveGuard isDirty={isDirty} />
    </form>
  );
}

type TermsFieldProps = Omit<ComponentProps<typeof CheckboxField>, 'label'>;

/** Both texts open in a new tab, so that the typed passwords are not lost. */
function TermsField(props: TermsFieldProps) {
  const [before, terms, between, privacy, after] = m.termsAgree().split(/[[\]]/u);
  return (
    <CheckboxField
      {...props}
      label={
        <>
          {before}
          <Link to="/terms" target="_blank" className="link">
            {terms}
          </Link>
          {between}
          <Link to="/privacy" target="_blank" className="link">
            {privacy}
          </Link>
          {after} <span className="sr-only">{m.opensInNewTab()}</span>
        </>
      }
    />
  );
}
