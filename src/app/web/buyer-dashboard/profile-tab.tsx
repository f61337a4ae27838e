import { useState } from 'react';
import { PhoneSection } from '#features/accounts/web/phone/phone-section.tsx';
import { AgentLink } from '#features/accounts/web/settings/agent-link.tsx';
import { LanguageChoice } from '#features/accounts/web/settings/language-choice.tsx';
import { PasswordForm } from '#features/accounts/web/settings/password-form.tsx';
import { PictureChoice } from '#features/accounts/web/settings/picture-choice.tsx';
import { type BuyerProfile, ProfileForm } from '#features/accounts/web/settings/profile-form.tsx';
import { SessionList } from '#features/accounts/web/settings/session-list.tsx';
import { SettingsSection } from '#features/accounts/web/settings/settings-section.tsx';
import { FollowedList } from '#features/follows/web/followed-list.tsx';
import { DataExport } from '#features/privacy/web/data-export.tsx';
import { DeleteAccount } from '#features/privacy/web/delete-account.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '#platform/web/ui/form/button.tsx';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { ProfileList } from '#platform/web/ui/layout/profile-list.tsx';

/** The buyer's details and everything about the account. `onEnded` leaves the dashboard. */
export function ProfileTab({ profile, onEnded }: { profile: BuyerProfile; onEnded: () => void }) {
  const [isEditing, setIsEditing] = useState(false);
  const { firstName, lastName, email, phoneNumber, deliveryAddress, city } = profile;
  const address = [deliveryAddress, city].filter(Boolean).join(', ');
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      <div className="grid grid-cols-1 gap-6">
        <SettingsSection title={m.profileTitle()}>
          {isEditing ? (
            <ProfileForm profile={profile} onDone={() => setIsEditing(false)} />
          ) : (
            <>
              <ProfileList
                entries={[
                  { label: m.firstNameLabel(), value: firstName },
                  { label: m.lastNameLabel(), value: lastName },
                  { label: m.emailLabel(), value: email },
                  { label: m.phoneNumberLabel(), value: phoneNumber && phoneText(phoneNumber) },
                  { label: m.deliveryAddressLabel(), value: address },
                ]}
              />
              <Button
                variant="secondary"
                className="justify-self-start"
                onClick={() => setIsEditing(true)}
              >
                {m.profileEdit()}
              </Button>
            </>
          )}
        </SettingsSection>
        <FollowedList />
        <PhoneSection userRole="buyer" />
        <LanguageChoice />
        <PictureChoice />
        <SessionList onEnded={onEnded} />
      </div>
      <div className="grid grid-cols-1 gap-6">
        <PasswordForm loginName={email} forRole="buyer" />
        <AgentLink />
        <DataExport />
        <DeleteAccount loginName={email} />
      </div>
    </div>
  );
}
