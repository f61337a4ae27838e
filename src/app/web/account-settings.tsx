import { Link } from '@tanstack/react-router';
import { Bell, KeyRound } from 'lucide-react';
import {
  LanguageChoice,
  PasswordForm,
  PictureChoice,
  SessionList,
} from '#accounts/web/settings/account-rows.tsx';
import { InvoicesRow } from '#books/web/invoice-rows.tsx';
import { DataExport, DeleteAccount } from '#privacy/web/account-data.tsx';
import { m } from '#text';
import { Card, Skeleton } from '#ui/elements.tsx';
import { lazy } from '#ui/lazy.tsx';
import { FoldedSettings, SettingsGroup, SettingsLink, SettingsRow } from '#ui/settings-row.tsx';
import { hasSms } from '#web/page-frame.tsx';

const waiting = <Skeleton className="h-24" />;

const LazyKeyList = lazy(() => import('#accounts/web/settings/key-list.tsx'), 'KeyList', waiting);

const LazyWebhookList = lazy(
  () => import('#webhooks/web/webhook-list.tsx'),
  'WebhookList',
  waiting,
);

type AccountSettingsProps = {
  userRole: Role;
  loginName: string;
  onEnded: () => void;
};

/** A buyer's device settings are folded too, because the header has the language and the bell. */
export function AccountSettings({ userRole, loginName, onEnded }: AccountSettingsProps) {
  const isBuyer = userRole === 'buyer';
  return (
    <>
      {!isBuyer && <DeviceSettings />}
      <FoldedSettings title={m.settingsAccount()}>
        {isBuyer && <DeviceSettings />}
        <Card className="divide-y divide-line overflow-clip p-0!">
          <PasswordForm loginName={loginName} forRole={userRole} />
          <SessionList onEnded={onEnded} />
          {isBuyer && <InvoicesRow />}
          <DataExport />
          <ProgramsAndAgents forRole={userRole} loginName={loginName} />
        </Card>
        <DeleteAccount loginName={loginName} />
      </FoldedSettings>
    </>
  );
}

const DeviceSettings = () => (
  <SettingsGroup title={m.sessionCurrent()}>
    <LanguageChoice />
    <PictureChoice />
    <SettingsLink
      to="/notifications/settings"
      Icon={Bell}
      title={m.notifications()}
      value={m.noticeSettingsTitle()}
    />
  </SettingsGroup>
);

function ProgramsAndAgents(props: { forRole: Role; loginName: string }) {
  return (
    <SettingsRow id="programs" Icon={KeyRound} title={m.ownProgramsTitle()}>
      {hasSms() && (
        <Link to="/agent" className="link inline-flex min-h-11 items-center justify-self-start">
          {m.agentPageTitle()}
        </Link>
      )}
      <h3 className="font-bold">{m.keysTitle()}</h3>
      <LazyKeyList {...props} />
      <h3 className="mt-4 border-line border-t pt-5 font-bold">{m.webhooksTitle()}</h3>
      <LazyWebhookList loginName={props.loginName} />
    </SettingsRow>
  );
}
