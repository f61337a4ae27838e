import { BadgeCheck, CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { usePhone } from '#features/notifications/web/use-phone.ts';
import type { Role } from '#platform/rules/role.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { failureText } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { showToast } from '#platform/web/ui/feedback/show-toast.ts';
import { Button } from '#platform/web/ui/form/button.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlay/confirm-dialog.tsx';
import { PhonePin } from './phone-pin.tsx';
import { VerifyPhone } from './verify-phone.tsx';

/**
 * A user's phone number: whether it is verified, its PIN, and what to do if the phone is lost.
 * Nothing without SMS.
 */
export function PhoneSection({ userRole }: { userRole: Role }) {
  const { data: line } = usePhone();
  if (!line?.isOffered || !line.phoneNumber) return null;
  const { phoneNumber, isVerified, doubt, hasEmail } = line;
  return (
    <Card className="grid grid-cols-1 content-start gap-4">
      <div>
        <h2 className="font-bold text-xl">{m.phoneSectionTitle()}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold tabular-nums">{phoneText(phoneNumber)}</span>
          <VerifiedBadge isVerified={isVerified} />
        </p>
        <p className="mt-2 text-muted text-sm">
          {userRole === 'farmer' ? m.phoneVerifyWhy() : m.phoneVerifyWhyBuyer()}
        </p>
      </div>
      {!isVerified && <VerifyPhone phoneNumber={phoneNumber} />}
      {isVerified && userRole === 'farmer' && <PhonePin line={line} />}
      {isVerified && userRole === 'farmer' && <SimChange isReported={line.isSimChanged} />}
      {doubt === 'numberChanged' && <Notice type="info">{m.numberDoubted()}</Notice>}
      {(doubt === 'numberChanged' || doubt === 'simChanged') && hasEmail && (
        <ConfirmNumber phoneNumber={phoneNumber} />
      )}
    </Card>
  );
}

/** After a login with the email, a code proves that a doubtful number is this user's. */
function ConfirmNumber({ phoneNumber }: { phoneNumber: string }) {
  return (
    <div className="grid gap-3">
      <p className="text-muted text-sm">{m.simConfirm()}</p>
      <VerifyPhone phoneNumber={phoneNumber} label={m.phoneConfirmButton()} />
    </div>
  );
}

function VerifiedBadge({ isVerified }: { isVerified: boolean }) {
  const Icon = isVerified ? BadgeCheck : CircleAlert;
  return (
    <Badge
      tone={isVerified ? 'leaf' : 'maize'}
      icon={<Icon aria-hidden="true" className="size-4" />}
    >
      {isVerified ? m.phoneVerified() : m.phoneUnverified()}
    </Badge>
  );
}

/** "My SIM has changed or my phone is lost." */
function SimChange({ isReported }: { isReported: boolean }) {
  const { phone } = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const report = trpc.phone.reportSimChange.useMutation({
    onSuccess: async () => {
      showToast('success', m.simReportDone());
      await phone.invalidate();
    },
    onError: (error) => showToast('error', failureText(error, m.simReportFailed())),
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
        title={m.simReportTitle()}
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
