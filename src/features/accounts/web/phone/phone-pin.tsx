import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { setPinInput } from '#features/accounts/rules/account-changes.ts';
import { PIN_LENGTH, PIN_ORDER_KES, SILENCE_SECONDS } from '#features/accounts/rules/limits.ts';
import { PasswordDialog } from '#features/accounts/web/settings/password-dialog.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { fieldSentence } from '#platform/web/ui/form/field-sentence.ts';
import { PasswordField } from '#platform/web/ui/form/password-field.tsx';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';
import type { PhoneLine } from './use-phone.ts';

const fallbacks = { failed: m.phonePinFailed, connectionLost: m.cannotConnect };
const limits = { amount: PIN_ORDER_KES.toLocaleString('en-KE'), days: SILENCE_SECONDS / 86_400 };

/** The PIN for actions that the number alone should not decide. */
export function PhonePin({ line: { hasPin } }: { line: PhoneLine }) {
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <div>
        <h3 className="font-semibold">{m.phonePinTitle()}</h3>
        <p className="text-muted text-sm">{m.phonePinWhy(limits)}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{hasPin ? m.phonePinThere() : m.phonePinNone()}</p>
        <Button variant="secondary" size="small" onClick={() => setIsChoosing(true)}>
          {hasPin ? m.phonePinChange() : m.phonePinChoose()}
        </Button>
      </div>
      {isChoosing && (
        <PinDialog
          title={hasPin ? m.phonePinChange() : m.phonePinChoose()}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </div>
  );
}

function PinDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const { phone } = trpc.useUtils();
  const setPin = trpc.phone.setPin.useMutation();
  const form = useForm({
    resolver: typedResolver(setPinInput),
    mode: 'onTouched',
    defaultValues: { pin: '', password: '' },
  });
  const { errors } = form.formState;
  return (
    <PasswordDialog
      title={title}
      submitLabel={m.profileSave()}
      form={form}
      fields={['pin']}
      send={async (input) => {
        await setPin.mutateAsync(input);
        showToast('success', m.phonePinSaved());
        await phone.invalidate();
        onClose();
      }}
      fallbacks={fallbacks}
      onClose={onClose}
    >
      <PasswordField
        label={m.phonePinNew()}
        hint={m.phonePinNewHint()}
        inputMode="numeric"
        autoComplete="new-password"
        maxLength={PIN_LENGTH}
        error={fieldSentence(errors.pin)}
        {...form.register('pin')}
      />
    </PasswordDialog>
  );
}
