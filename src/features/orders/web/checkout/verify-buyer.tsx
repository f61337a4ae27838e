import { usePhone } from '#features/accounts/web/phone/use-phone.ts';
import { VerifyPhone } from '#features/accounts/web/phone/verify-phone.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';

type VerifyBuyerProps = { isExplained: boolean; onVerified?: (() => void) | undefined };

/**
 * Verifies an unverified number on the spot: without it a new buyer's orders are limited, and no
 * SMS says when to pay.
 */
export function VerifyBuyer({ isExplained, onVerified }: VerifyBuyerProps) {
  const { data: line } = usePhone();
  if (!line?.isOffered || line.isVerified || !line.phoneNumber) return null;
  const { phoneNumber } = line;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
      {isExplained && (
        <p className="min-w-0 flex-1 basis-56 text-sm leading-snug">
          {m.checkoutNoSms({ phoneNumber: phoneText(phoneNumber) })}
        </p>
      )}
      <VerifyPhone phoneNumber={phoneNumber} isSecondary onVerified={onVerified} />
    </div>
  );
}
