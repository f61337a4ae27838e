import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import { FormBanner, Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Spinner } from '#platform/web/ui/feedback/spinner.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { usePhoneLink } from './use-phone-link.ts';

/**
 * Opened by the QR code's link on a phone. Asks whether to open the account, logs in and continues
 * to the product form, or shows why it cannot.
 */
export function PhoneLinkScreen() {
  const { state, confirm } = usePhoneLink();
  if (state.is === 'opening') {
    return (
      <p role="status" className="flex items-center gap-3">
        <Spinner />
        {m.phoneLinkOpening()}
      </p>
    );
  }
  return (
    <div className="grid gap-4">
      {state.is === 'unconfirmed' ? (
        <>
          {state.isLoggedIn && <Notice type="info">{m.phoneLinkOther()}</Notice>}
          <p className="font-semibold">{m.phoneLinkOpenAs({ name: state.name })}</p>
          <Button isWide onClick={confirm}>
            {state.isLoggedIn ? m.phoneLinkReplace() : m.phoneLinkOpen()}
          </Button>
        </>
      ) : (
        <FormBanner text={state.text} />
      )}
      <Link to="/loginF" className="link inline-flex min-h-11 items-center justify-self-center">
        {m.phoneLinkLogin()}
      </Link>
    </div>
  );
}
