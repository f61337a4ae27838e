import { BadgeCheck, CircleAlert, Phone } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { figureText } from '#rules/amounts.ts';
import { m } from '#text';
import { phoneText } from '#ui/contact-text.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { Button } from '#ui/elements.tsx';
import { Badge, Notice } from '#ui/feedback.tsx';
import { fieldOf, typedResolver } from '#ui/form-state.ts';
import { PasswordField } from '#ui/password-fields.tsx';
import { SettingsRow } from '#ui/settings-row.tsx';
import { showToast } from '#ui/show-toast.ts';
import { failureText } from '#web/rpc.ts';
import { trpc } from '#web/trpc.ts';
import { setPinInput } from '../rules/account-input.ts';
import { PIN_LENGTH, PIN_ORDER_KES, SILENCE_SECONDS } from '../rules/limits.ts';
import { PasswordDialog } from './settings/password-dialog.tsx';
import { type PhoneLine, usePhone } from './use-phone.ts';
import { VerifyPhone } from './verify-phone.tsx';

const fallbacks = { failed: m.saveFailed, connectionLost: m.cannotConnect };

const limits = { amount: figureText(PIN_ORDER_KES), days: SILENCE_SECONDS / 86_400 };

type PhoneRowProps = {
  userRole: Role;
  phoneNumber: string;
  startsOpen?: boolean;
  children: React.ReactNode;
};

export function PhoneRow({ userRole, phoneNumber, startsOpen = false, children }: PhoneRowProps) {
  const { data: line } = usePhone();
  return (
    <SettingsRow
      id="phone"
      Icon={Phone}
      title={m.phoneSectionTitle()}
      value={
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="whitespace-nowrap tabular-nums">{phoneText(phoneNumber)}</span>
          {line?.isOffered && <VerifiedBadge isVerified={line.isVerified} />}
        </span>
      }
      startsOpen={startsOpen}
    >
      {line?.isOffered && <LineParts userRole={userRole} line={line} />}
      {children}
    </SettingsRow>
  );
}

function LineParts({ userRole, line }: { userRole: Role; line: PhoneLine }) {
  const { phoneNumber, isVerified, doubt, hasEmail } = line;
  if (!phoneNumber) return null;
  return (
    <>
      <p className="text-muted text-sm">
        {userRole === 'farmer' ? m.phoneVerifyWhy() : m.phoneVerifyWhyBuyer()}
      </p>
      {!isVerified && <VerifyPhone phoneNumber={phoneNumber} />}
      {isVerified && userRole === 'farmer' && <PhonePin line={line} />}
      {isVerified && userRole === 'farmer' && <SimChange isReported={line.isSimChanged} />}
      {doubt === 'numberChanged' && <Notice type="info">{m.numberDoubted()}</Notice>}
      {(doubt === 'numberChanged' || doubt === 'simChanged') && hasEmail && (
        // After a login by email, a code proves that a doubtful number is this user's.
        <VerifyPhone phoneNumber={phoneNumber} />
      )}
    </>
  );
}

function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  const Icon = isVerified ? BadgeCheck : CircleAlert;
  return (
    <Badge tone={isVerified ? 'leaf' : 'maize'} icon={<Icon className="size-4" />}>
      {isVerified ? m.phoneVerified() : m.phoneUnverified()}
    </Badge>
  );
}

function SimChange({ isReported }: { isReported: boolean }) {
  const { phone } = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const report = trpc.phone.reportSimChange.useMutation({
    onSuccess: async () => {
      showToast('success', m.simReportDone());
      await phone.invalidate();
    },
    onError: (error) => showToast('error', failureText(error, m.sendFailed())),
    onSettled: () => setIsAsking(false),
  });
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      {isReported ? (
        <Notice type="info">{m.simReported()}</Notice>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <h3 className="font-semibold">{m.simTitle()}</h3>
            <p className="text-muted text-sm">{m.simWhy()}</p>
          </div>
          <Button variant="secondary" size="small" onClick={() => setIsAsking(true)}>
            {m.simReport()}
          </Button>
        </div>
      )}
      <ConfirmDialog
        title={m.simTitle()}
        text={m.simWhy()}
        confirmLabel={m.simReport()}
        isOpen={isAsking}
        isBusy={report.isPending}
        onConfirm={() => report.mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </div>
  );
}

function PhonePin({ line: { hasPin } }: { line: PhoneLine }) {
  const [isChoosing, setIsChoosing] = useState(false);
  return (
    <div className="grid gap-3 border-line border-t pt-4">
      <div>
        <h3 className="font-semibold">{m.phonePinTitle()}</h3>
        <p className="text-muted text-sm">{m.phonePinWhy(limits)}</p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
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
  return (
    <PasswordDialog
      title={title}
      submitLabel={m.productSave()}
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
        inputMode="numeric"
        autoComplete="new-password"
        maxLength={PIN_LENGTH}
        {...fieldOf(form, 'pin')}
      />
    </PasswordDialog>
  );
}
