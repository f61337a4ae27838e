import { Link } from '@tanstack/react-router';
import { Copy, QrCode as QrIcon, Store } from 'lucide-react';
import { ownFarmText } from '#farms/rules/farm-texts.ts';
import { type FeedName, feedPath } from '#feeds/rules.ts';
import { m } from '#text';
import { showToast } from '#ui/feedback/show-toast.ts';
import { Button, buttonClass } from '#ui/form/button.tsx';
import { BreakableText } from '#ui/format/contact-text.tsx';
import { SettingsRow } from '#ui/layout/settings-row.tsx';
import { siteUrl } from '#web/shell/site-info.ts';
import { ShareLink } from './follow-and-share.tsx';

type FarmPageRowProps = { farm: { id: number; farmName: string } };

export function FarmPageRow({ farm: { id, farmName } }: FarmPageRowProps) {
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
          <QrIcon aria-hidden="true" className="size-4.5" />
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
          <Copy aria-hidden="true" className="size-4.5" />
        </Button>
      </div>
    </div>
  );
}
