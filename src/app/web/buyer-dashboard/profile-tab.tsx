import { House, Store, UserRound } from 'lucide-react';
import { useState } from 'react';
import { PhoneRow } from '#features/accounts/web/phone/phone-row.tsx';
import { type BuyerProfile, ProfileForm } from '#features/accounts/web/settings/profile-form.tsx';
import { FollowedList } from '#features/follows/web/followed-list.tsx';
import { readLastDelivery } from '#features/orders/web/checkout/last-delivery.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { SettingsGroup, SettingsRow } from '#platform/web/ui/layout/settings-row.tsx';
import { AccountSettings } from '../account-settings.tsx';

/** The buyer's details and everything about the account. `onEnded` leaves the dashboard. */
export function ProfileTab({ profile, onEnded }: { profile: BuyerProfile; onEnded: () => void }) {
  const { firstName, lastName, email, phoneNumber, businessName } = profile;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <SettingsGroup title={m.farmerSignupAboutYou()}>
          <SettingsRow
            Icon={UserRound}
            title={`${firstName} ${lastName}`.trim() || m.notAvailable()}
            value={email || m.notAvailable()}
          >
            <ProfileForm profile={profile} fields={['firstName', 'lastName']} />
          </SettingsRow>
          <PhoneRow userRole="buyer" phoneNumber={phoneNumber}>
            <ProfileForm profile={profile} fields={['phoneNumber']} />
          </PhoneRow>
        </SettingsGroup>
        <SettingsGroup title={m.settingsShopping()}>
          <SettingsRow Icon={Store} title={m.businessNameLabel()} value={businessName}>
            <ProfileForm profile={profile} fields={['businessName']} />
          </SettingsRow>
          <AddressRow profile={profile} />
          <FollowedList />
        </SettingsGroup>
      </div>
      <div className="grid grid-cols-1 gap-6">
        <AccountSettings userRole="buyer" loginName={email} onEnded={onEnded} />
      </div>
    </div>
  );
}

/** The address in the profile, and that of the last order on this device where it is another. */
function AddressRow({ profile }: { profile: BuyerProfile }) {
  const { id, deliveryAddress, city } = profile;
  const [last] = useState(() => readLastDelivery(id)?.deliveryAddress);
  const address = [deliveryAddress, city].filter(Boolean).join(', ');
  const other = last && last !== deliveryAddress && last !== address ? last : undefined;
  return (
    <SettingsRow
      Icon={House}
      title={m.deliveryAddressLabel()}
      value={
        <>
          <span className="block truncate">{address || (!other && m.notAvailable())}</span>
          {other && <span className="block truncate">{m.lastDelivery({ address: other })}</span>}
        </>
      }
    >
      <ProfileForm profile={profile} fields={['deliveryAddress', 'city']} lastAddress={other} />
    </SettingsRow>
  );
}
