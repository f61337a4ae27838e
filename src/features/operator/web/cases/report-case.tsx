import { useDeskSearch } from '#features/operator/web/desk-search.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { Button } from '#platform/web/ui/form/button.tsx';
import { momentText } from '#platform/web/ui/format/date-text.ts';
import type { ReportPageData } from './case-data.ts';
import { Choices } from './choices.tsx';
import { Conversations } from './conversations.tsx';
import { Facts, Section } from './section.tsx';

/** A reported conversation. Suspending somebody is on the page of their account. */
export function ReportCase({ report, choices }: ReportPageData) {
  const { go } = useDeskSearch();
  const { buyerId, farmerId } = report;
  const openAccount = (id: number) => go({ open: { page: 'account', id } });
  return (
    <div className="grid gap-3">
      <h2 className="font-extrabold text-2xl">{m.deskReportNumber({ id: report.id })}</h2>
      <Section title={report.reason}>
        <Facts
          facts={[
            [m.deskReporter(), report.reporter],
            [m.deskBuyer(), report.buyer ?? m.deskGone()],
            [m.deskFarmer(), report.farmer ?? m.deskGone()],
            [m.deskSince(), momentText(report.since)],
          ]}
        />
        <div className="mt-3 flex flex-wrap gap-2">
          {buyerId !== null && (
            <Button size="small" variant="secondary" onClick={() => openAccount(buyerId)}>
              {m.deskOpenBuyer()}
            </Button>
          )}
          {farmerId !== null && (
            <Button size="small" variant="secondary" onClick={() => openAccount(farmerId)}>
              {m.deskOpenFarmer()}
            </Button>
          )}
        </div>
      </Section>
      <Choices choices={choices} />
      <Conversations conversations={[report]} />
    </div>
  );
}
