import { useState } from 'react';
import { m } from '#shared/text/compiled/messages.js';
import { PhoneSection } from '#web/features/phone/phone-section.tsx';
import { AgentLink } from '#web/features/settings/agent-link.tsx';
import { DataExport } from '#web/features/settings/data-export.tsx';
import { DeleteAccount } from '#web/features/settings/delete-account.tsx';
import { LanguageChoice } from '#web/features/settings/language-choice.tsx';
import { PasswordForm } from '#web/features/settings/password-form.tsx';
import { PictureChoice } from '#web/features/settings/picture-choice.tsx';
import { type BuyerProfile, ProfileForm } from '#web/features/settings/profile-form.tsx';
import { SessionList } from '#web/features/settings/session-list.tsx';
import { SettingsSection } from '#web/features/settings/settings-section.tsx';
import { Button } from '#web/ui/form/button.tsx';
import { phoneText } from '#web/ui/format/phone-text.ts';
import { ProfileList } from '#web/ui/layout/profile-list.tsx';

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
              <Button variant="secondary" className="justify-self-start" onClick={() => setIsEditing(true)}>
                {m.profileEdit()}
              </Button>
            </>
          )}
        </SettingsSection>
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
