import { Link } from '@tanstack/react-router';
import { Copy, QrCode as QrIcon, Store } from 'lucide-react';
import { InvoiceConsentRow } from '#books/web/invoice-rows.tsx';
import { ownFarmText } from '#farms/rules/farm-texts.ts';
import { useProfile } from '#farms/web/farmer-data.ts';
import { type FeedName, feedPath } from '#feeds/rules.ts';
import { ShareLink } from '#market/web/follow-and-share.tsx';
import { useOwnProducts } from '#products/web/use-own-products.ts';
import { m } from '#text';
import { BreakableText, phoneText } from '#ui/contact-text.tsx';
import { TabHeading } from '#ui/dashboard-tab.tsx';
import { Button, buttonClass } from '#ui/elements.tsx';
import { SettingsGroup, SettingsRow } from '#ui/settings-row.tsx';
import { showToast } from '#ui/show-toast.ts';
import { siteUrl } from '#web/page-frame.tsx';
import { AccountSettings } from './account-settings.tsx';

type FarmerSettingsProps = { email: string; onSessionsEnded: () => void };

export function FarmerSettings({ email, onSessionsEnded }: FarmerSettingsProps) {
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

type FarmPageRowProps = { farm: { id: number; farmName: string } };

function FarmPageRow({ farm: { id, farmName } }: FarmPageRowProps) {
  const url = `${siteUrl()}/farm/${id}`;
  return (
    <SettingsRow Icon={Store} title={m.farmPageRowTitle()} value={url.replace(/^https?:\/\//, '')}>
      <Address text={url} label={m.farmPageRowTitle()} />
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to="/farm/$farmId/sign"
          params={{ farmId: id }}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          <QrIcon className="size-4.5" />
          {m.farmSignTitle()}
        </Link>
        <ShareLink
          text={m.farmShareText({ farm: ownFarmText(farmName), url })}
          variant="secondary"
        />
      </div>
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          {m.feedsTitle()}
        </summary>
        <div className="grid grid-cols-1 gap-3">
          {shownFeeds.map(({ name, label }) => (
            <Address key={name} text={siteUrl() + feedPath(name, id)} label={label()} isNamed />
          ))}
        </div>
      </details>
    </SettingsRow>
  );
}

const shownFeeds: { name: FeedName; label: () => string }[] = [
  { name: 'meta.csv', label: m.feedsMeta },
  { name: 'google.xml', label: m.feedsGoogle },
];

type AddressProps = { text: string; label: string; isNamed?: boolean };

function Address({ text, label, isNamed = false }: AddressProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showToast('success', m.linkCopied());
    } catch {
      showToast('error', m.linkNotCopied());
    }
  }
  return (
    <div>
      {isNamed && <p className="mb-1 font-semibold text-sm">{label}</p>}
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 flex-1 basis-52 wrap-anywhere select-all rounded-field bg-sunk px-3 py-2 text-sm">
          <BreakableText>{text}</BreakableText>
        </code>
        <Button
          variant="secondary"
          size="icon"
          aria-label={m.linkCopy({ name: label })}
          onClick={copy}
        >
          <Copy className="size-4.5" />
        </Button>
      </div>
    </div>
  );
}
