import { PhoneLinkScreen } from '#features/accounts/web/phone-link-screen.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { AccountPage } from '#platform/web/shell/account-page.tsx';

export function PhoneLinkRoute() {
  return (
    <AccountPage title={m.phoneLinkPageTitle()}>
      <PhoneLinkScreen />
    </AccountPage>
  );
}
