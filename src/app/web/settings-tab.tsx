import { InvoiceConsentRow } from '#books/web/invoice-rows.tsx';
import { useProfile } from '#farms/web/farmer-data.ts';
import { FarmPageRow } from '#market/web/farm-page-row.tsx';
import { useOwnProducts } from '#products/web/use-own-products.ts';
import { m } from '#text';
import { phoneText } from '#ui/format/contact-text.tsx';
import { TabHeading } from '#ui/layout/dashboard-tab.tsx';
import { SettingsGroup } from '#ui/layout/settings-row.tsx';
import { AccountSettings } from './account-settings.tsx';

type SettingsTabProps = { email: string; onSessionsEnded: () => void };

export function SettingsTab({ email, onSessionsEnded }: SettingsTabProps) {
  const { data: profile } = useProfile();
  const isNew = useOwnProducts().data?.length === 0;
  const loginName = profile?.email ?? (email || phoneText(profile?.phoneNumber ?? ''));
  return (
    <>
      <TabHeading title={m.farmTabSettings()} />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        {profile && (
          <SettingsGroup title={m.settingsSelling()}>
            <FarmPageRow farm={profile} />
            {!isNew && <InvoiceConsentRow />}
          </SettingsGroup>
        )}
        <AccountSettings userRole="farmer" loginName={loginName} onEnded={onSessionsEnded} />
      </div>
    </>
  );
}
