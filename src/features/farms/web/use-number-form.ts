import { useForm } from 'react-hook-form';
import { PAYOUT_HOLD_SECONDS } from '#features/accounts/rules/limits.ts';
import {
  type ChangePhoneNumber,
  changePhoneNumberInput,
} from '#features/farms/rules/farm-changes.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { trpc } from '#platform/web/client/trpc.ts';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { typedResolver } from '#platform/web/ui/form/typed-resolver.ts';

const resolver = typedResolver(changePhoneNumberInput);
const fallbacks = { failed: m.phoneChangeFailed, connectionLost: m.cannotConnect };

/** For how long payouts are held after a change. */
export const holdHours = PAYOUT_HOLD_SECONDS / 3600;

/** The form of a changed phone number, and the change itself. */
export function useNumberForm() {
  const { farmer, phone } = trpc.useUtils();
  const change = trpc.farmer.changePhoneNumber.useMutation();
  const form = useForm<ChangePhoneNumber>({
    resolver,
    mode: 'onTouched',
    defaultValues: { phoneNumber: '', password: '' },
  });
  const save = async (input: ChangePhoneNumber) => {
    farmer.profile.setData(undefined, await change.mutateAsync(input));
    // A changed number has to be verified again.
    void phone.invalidate();
    showToast('success', m.phoneChanged({ hours: holdHours }));
  };
  return { form, fields: ['phoneNumber', 'password'] as const, fallbacks, save };
}
