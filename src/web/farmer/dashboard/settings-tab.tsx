import { m } from '#shared/text/compiled/messages.js';
import { DataExport } from '#web/settings/data-export.tsx';
import { DeleteAccount } from '#web/settings/delete-account.tsx';
import { LanguageChoice } from '#web/settings/language-choice.tsx';
import { PasswordForm } from '#web/settings/password-form.tsx';
import { SessionList } from '#web/settings/session-list.tsx';
import { TabHeading } from './tab-heading.tsx';

type SettingsTabProps = { email: string; onSessionsEnded: () => void };

/** Language, password, devices, one's own data, and the way out. */
export function SettingsTab({ email, onSessionsEnded }: SettingsTabProps) {
  return (
    <>
      <TabHeading title={m.farmTabSettings()} />
      {/* Columns, for rows would leave a hole under the short one of two. */}
      <div className="gap-x-5 *:mb-5 *:break-inside-avoid xl:columns-2">
        <LanguageChoice />
        <PasswordForm email={email} />
        <SessionList onEnded={onSessionsEnded} />
        <DataExport />
        <DeleteAccount email={email} />
      </div>
    </>
  );
}
