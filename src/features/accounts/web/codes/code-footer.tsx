import { supportEmail, supportPhone, telLink } from '#platform/web/shell/site-info.ts';
import { m } from '#text';

type CodeFooterProps = {
  isBySms: boolean;
  help?: string;
  backLabel: string;
  onBack: () => void;
};

export function CodeFooter({ isBySms, help, backLabel, onBack }: CodeFooterProps) {
  return (
    <div className="grid justify-items-center border-line border-t pt-3 text-center">
      {help && <p className="text-muted">{help}</p>}
      <div className="flex flex-wrap justify-center gap-x-6">
        <a
          href={isBySms ? telLink(supportPhone()) : `mailto:${supportEmail()}`}
          className="link inline-flex min-h-11 items-center"
        >
          {m.contactSupport()}
        </a>
        <button type="button" onClick={onBack} className="link inline-flex min-h-11 items-center">
          {backLabel}
        </button>
      </div>
    </div>
  );
}
