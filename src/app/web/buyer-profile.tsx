import { House, UserRound } from 'lucide-react';
import { useState } from 'react';
import { PhoneRow } from '#accounts/web/phone-row.tsx';
import { ProfileForm, profileDraft } from '#accounts/web/settings/profile-form.tsx';
import { FollowedList } from '#follows/web/followed-list.tsx';
import { readLastDelivery } from '#orders/web/checkout/last-choices.ts';
import { m } from '#text';
import { BreakableText } from '#ui/contact-text.tsx';
import { hasDraft } from '#ui/form-state.ts';
import { SettingsGroup, SettingsRow } from '#ui/settings-row.tsx';
import { AccountSettings } from './account-settings.tsx';

type Profile = React.ComponentProps<typeof ProfileForm>['profile'];

export function BuyerProfile({ profile, onEnded }: { profile: Profile; onEnded: () => void }) {
  const { firstName, lastName, email, phoneNumber, businessName } = profile;
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <SettingsGroup title={m.farmerSignupAboutYou()}>
          <EditRow
            Icon={UserRound}
            title={`${firstName} ${lastName}`.trim() || m.notAvailable()}
            value={
              <>
                <BreakableText>{email || m.notAvailable()}</BreakableText>
                <span className="block">{businessName}</span>
              </>
            }
            form={{ profile, fields: ['firstName', 'lastName', 'businessName'] }}
          />
          <PhoneRow
            userRole="buyer"
            phoneNumber={phoneNumber}
            startsOpen={hasDraft(profileDraft(['phoneNumber']))}
          >
            <ProfileForm profile={profile} fields={['phoneNumber']} />
          </PhoneRow>
        </SettingsGroup>
        <SettingsGroup title={m.settingsShopping()}>
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

function AddressRow({ profile }: { profile: Profile }) {
  const { id, deliveryAddress, city } = profile;
  const [last] = useState(() => readLastDelivery(id)?.deliveryAddress);
  const address = [deliveryAddress, city].filter(Boolean).join(', ');
  const other = last && last !== deliveryAddress && last !== address ? last : undefined;
  return (
    <EditRow
      Icon={House}
      title={m.deliveryAddressLabel()}
      value={
        <>
          <span className="block">{address || (!other && m.notAvailable())}</span>
          {other && <span className="block">{m.lastDelivery({ address: other })}</span>}
        </>
      }
      form={{ profile, fields: ['deliveryAddress', 'city'], lastAddress: other }}
    />
  );
}

type EditRowProps = Omit<React.ComponentProps<typeof SettingsRow>, 'children' | 'startsOpen'> & {
  form: React.ComponentProps<typeof ProfileForm>;
};

function EditRow({ form, ...face }: EditRowProps) {
  return (
    <SettingsRow {...face} startsOpen={hasDraft(profileDraft(form.fields))}>
      <ProfileForm {...form} />
    </SettingsRow>
  );
}
