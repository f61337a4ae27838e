import { operationText } from '#operator/web/case-texts.ts';
import { useDeskSearch } from '#operator/web/desk-search.ts';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import { m } from '#text';
import type { OrderPageData } from './case-data.ts';
import { Section } from './section.tsx';

export function OpenRequests({ requests }: Pick<OrderPageData, 'requests'>) {
  const { go } = useDeskSearch();
  if (requests.length === 0) return null;
  return (
    <Section title={m.deskKindRequest()}>
      <ul className="divide-y divide-line">
        {requests.map(({ id, operation, requestedBy, requestedAt }) => (
          <li key={id} className="py-1">
            <button
              type="button"
              className="link min-h-11 text-left font-semibold"
              onClick={() => go({ open: { page: 'request', id } })}
            >
              {m.deskRequestNumber({ id })}: {operationText(operation)}
            </button>
            <p className="break-words text-muted text-sm">
              {requestedBy} · {momentText(requestedAt)}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
