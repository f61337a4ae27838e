import { Link } from '@tanstack/react-router';
import { usePhone } from '#features/accounts/web/phone/use-phone.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';

/** Why payouts wait: with SMS set up, money goes only to verified numbers. */
export function UnverifiedNumber({ payoutsDue }: { payoutsDue: number }) {
  const { data: line } = usePhone();
  if (payoutsDue === 0 || !line?.isOffered || line.isVerified) return null;
  return (
    <Notice type="info">
      <p>{m.payoutsUnverified({ amount: moneyText(payoutsDue) })}</p>
      <Link
        to="/farmer/dashboard"
        search={{ tab: 'profile' }}
        hash="phone"
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
      >
        {m.startVerify()}
      </Link>
    </Notice>
  );
}
