import { m } from '#text';
import { BreakableText } from '../format/breakable-text.tsx';

type ProfileListProps = { entries: readonly { label: string; value: string | null }[] };

export function ProfileList({ entries }: ProfileListProps) {
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-3">
      {entries.map(({ label, value }) => (
        <div key={label} className="max-sm:mb-2 sm:contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere font-semibold">
            <BreakableText>{value || m.notAvailable()}</BreakableText>
          </dd>
        </div>
      ))}
    </dl>
  );
}
