import { m } from '#shared/text/compiled/messages.js';
import { AccountPage } from '#web/app/shell/account-page.tsx';
import { PhoneLinkScreen } from '#web/features/account/phone-link-screen.tsx';

export function PhoneLinkRoute() {
  return (
    <AccountPage title={m.phoneLinkPageTitle()}>
      <PhoneLinkScreen />
    </AccountPage>
  );
}
