import { Link } from '@tanstack/react-router';
import type { Role } from '#platform/rules/role.ts';
import { isCommonPassword } from '#platform/web/client/is-common-password.ts';
import { FormBanner } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { NewPasswordFields, newPasswordHints } from '#platform/web/ui/form/new-password-fields.tsx';
import { m } from '#text';
import { AddressFields } from './login-identifier.tsx';
import type { usePasswordReset } from './use-password-reset.ts';

export function ForgotPasswordForm({ reset }: { reset: ReturnType<typeof usePasswordReset> }) {
  const { addressForm: form, way, setWay, banner, clearBanner, submitAddress } = reset;
  const { errors, isSubmitting } = form.formState;
  return (
    <form
      method="dialog"
      onSubmit={submitAddress}
      onChange={clearBanner}
      noValidate
      className="grid gap-5"
    >
      <AddressFields way={way} onWay={setWay} errors={errors} field={form.register(way)} />
      <FormBanner text={banner} />
      <Button type="submit" size="large" isWide isBusy={isSubmitting}>
        {m.sendCodeButton()}
      </Button>
      <p className="flex flex-wrap justify-center gap-x-6">
        <Link to="/login" className="link inline-flex min-h-11 items-center">
          {m.buyerLoginPageTitle()}
        </Link>
        <Link to="/loginF" className="link inline-flex min-h-11 items-center">
          {m.farmerLoginPageTitle()}
        </Link>
      </p>
    </form>
  );
}

type NewPasswordFormProps = {
  reset: ReturnType<typeof usePasswordReset>;
  address: string;
  role: Role;
};

export function NewPasswordForm({ reset, address, role }: NewPasswordFormProps) {
  const { passwordForm: form, banner, clearBanner, submitPassword } = reset;
  const { isSubmitting } = form.formState;
  return (
    <form onSubmit={submitPassword} onChange={clearBanner} noValidate className="grid gap-5">
      <h2 className="font-bold text-xl">{m.newPasswordTitle()}</h2>
      {/* Tells password managers which account the new password is for. */}
      <input type="text" autoComplete="username" value={address} readOnly hidden />
      <NewPasswordFields
        form={form}
        label={m.newPasswordLabel()}
        hint={newPasswordHints[role]()}
        isCommon={isCommonPassword}
        isFocused
      />
      <FormBanner text={banner} />
      <Button type="submit" size="large" isWide isBusy={isSubmitting}>
        {m.saveNewPassword()}
      </Button>
    </form>
  );
}
