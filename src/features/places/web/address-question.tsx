import { ADDRESS_DOUBT_METRES } from '#places/rules/limits.ts';
import { kilometresWithTenths } from '#platform/rules/geo/geo.ts';
import { figureText } from '#platform/rules/text/figure-text.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { m } from '#text';

type AddressQuestionProps = {
  /** Null if unknown. */
  metres: number | null;
  onKeep: () => void;
  onUsePlace?: (() => void) | undefined;
};

export function AddressQuestion({ metres, onKeep, onUsePlace }: AddressQuestionProps) {
  if (metres === null || metres <= ADDRESS_DOUBT_METRES) return null;
  return (
    <Notice type="info">
      <p>{m.addressQuestion({ distance: figureText(kilometresWithTenths(metres)) })}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button size="small" variant="secondary" onClick={onKeep}>
          {m.addressKeep()}
        </Button>
        {onUsePlace && (
          <Button size="small" variant="secondary" onClick={onUsePlace}>
            {m.addressUsePlace()}
          </Button>
        )}
      </div>
    </Notice>
  );
}
