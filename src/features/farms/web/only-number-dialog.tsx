import { m } from '#platform/rules/text/compiled/messages.js';
import { supportPhone } from '#platform/web/shell/site-info.ts';
import { NumberFields } from './number-fields.tsx';
import { ProvenFormDialog } from './proven-form-dialog.tsx';
import { holdHours, useNumberForm } from './use-number-form.ts';

type DialogProps = { phoneNumber: string; onClose: () => void };

/**
 * Changes the number of a farmer without an email, who logs in with it. Requires codes from both
 * phones, the current one first.
 */
export function OnlyNumberDialog({ phoneNumber: former, onClose }: DialogProps) {
  const { save, ...numberForm } = useNumberForm();
  return (
    <ProvenFormDialog
      {...numberForm}
      title={m.phoneChange()}
      submitLabel={m.phoneSendCodes()}
      addressesOf={({ phoneNumber }) => (phoneNumber === former ? [] : [former, phoneNumber])}
      save={async (input, tokenOf) => {
        const { phoneNumber } = input;
        if (phoneNumber === former) return;
        await save({ ...input, signupToken: tokenOf(phoneNumber), formerToken: tokenOf(former) });
      }}
      notProven="PHONE_NOT_PROVEN"
      codeEntry={{
        purpose: 'verify-phone',
        purposeText: (address) => (address === former ? m.phoneFormerCode() : m.phoneNewCode()),
        backLabel: m.backToForm(),
      }}
      aboveCode={(address) => (
        <p className="text-muted text-sm">
          {m.stepOf({ number: address === former ? 1 : 2, count: 2 })}
        </p>
      )}
      onClose={onClose}
    >
      <NumberFields
        form={numberForm.form}
        phoneNumber={former}
        notice={m.phoneHoldBoth({ hours: holdHours })}
      />
      {/\d/.test(supportPhone()) && (
        <p className="text-muted text-sm">{m.phoneLost({ phone: supportPhone() })}</p>
      )}
    </ProvenFormDialog>
  );
}
