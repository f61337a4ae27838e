import { farmNameText } from '#features/farms/rules/farm-texts.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { retryUnlessRefused } from '#platform/web/client/failure.ts';
import { trpc } from '#platform/web/client/trpc.ts';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { dateText } from '#platform/web/ui/format/date-text.ts';

/**
 * The farmers whom the agent has signed up, newest first: name, farm and day. Nothing until there
 * is one.
 */
export function SignedUpList() {
  const { data, isError } = trpc.phone.signedUpFarmers.useQuery(undefined, {
    retry: retryUnlessRefused,
  });
  if (isError) return <Notice type="info">{m.agentSoFarLoadFailed()}</Notice>;
  if (!data || data.farmers.length === 0) return null;
  return (
    <section className="mt-8 grid gap-2 border-line border-t pt-6">
      <h2 className="font-bold text-lg">{m.agentSoFar()}</h2>
      <ul className="divide-y divide-line">
        {data.farmers.map(({ farmerId, name, farmName, signedUpAt }) => (
          <li key={farmerId} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <span className="font-semibold">{name}</span>
              {farmNameText(farmName) && (
                <span className="text-muted">, {farmNameText(farmName)}</span>
              )}
            </span>
            <time dateTime={signedUpAt} className="text-muted text-sm">
              {dateText(signedUpAt)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}
