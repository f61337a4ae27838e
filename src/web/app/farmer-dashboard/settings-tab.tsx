import { m } from '#shared/text/compiled/messages.js';
import { TabHeading } from '#web/features/dashboard/tab-heading.tsx';
import { useProfile } from '#web/features/dashboard/use-dashboard-data.ts';
import { AgentLink } from '#web/features/settings/agent-link.tsx';
import { DataExport } from '#web/features/settings/data-export.tsx';
import { DeleteAccount } from '#web/features/settings/delete-account.tsx';
import { LanguageChoice } from '#web/features/settings/language-choice.tsx';
import { PasswordForm } from '#web/features/settings/password-form.tsx';
import { PictureChoice } from '#web/features/settings/picture-choice.tsx';
import { SessionList } from '#web/features/settings/session-list.tsx';
import { phoneText } from '#web/ui/format/phone-text.ts';

type SettingsTabProps = { email: string; onSessionsEnded: () => void };

/** Language, password, devices, data export, and deleting the account. `email` is that of the session: empty for somebody without one. */
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
