import { AgentLink } from '#features/accounts/web/settings/agent-link.tsx';
import { LanguageChoice } from '#features/accounts/web/settings/language-choice.tsx';
import { PasswordForm } from '#features/accounts/web/settings/password-form.tsx';
import { PictureChoice } from '#features/accounts/web/settings/picture-choice.tsx';
import { SessionList } from '#features/accounts/web/settings/session-list.tsx';
import { useProfile } from '#features/farms/web/farmer-data.ts';
import { DataExport } from '#features/privacy/web/data-export.tsx';
import { DeleteAccount } from '#features/privacy/web/delete-account.tsx';
import { m } from '#platform/rules/text/compiled/messages.js';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { TabHeading } from '#platform/web/ui/layout/tab-heading.tsx';

type SettingsTabProps = { email: string; onSessionsEnded: () => void };

/**
 * Language, password, devices, data export, and account deletion. `email` is the session's; empty
 * for a farmer without one.
 */
export function SettingsTab({ email, onSessionsEnded }: SettingsTabProps) {
  const { data: profile } = useProfile();
  const loginName = profile?.email ?? (email || phoneText(profile?.phoneNumber ?? ''));
  return (
    <>
      <TabHeading title={m.farmTabSettings()} />
      {/* Columns, because rows would leave a gap below the shorter of two sections. */}
      <div className="gap-x-5 *:mb-5 *:break-inside-avoid xl:columns-2">
        <LanguageChoice />
        <PictureChoice />
        <PasswordForm loginName={loginName} forRole="farmer" />
        <SessionList onEnded={onSessionsEnded} />
        <AgentLink />
        <DataExport />
        <DeleteAccount loginName={loginName} />
      </div>
    </>
  );
}
