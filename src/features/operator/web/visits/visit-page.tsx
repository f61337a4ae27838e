import { useDeskSearch } from '#features/operator/web/desk-search.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { telLink } from '#platform/web/shell/site-info.ts';
import { Badge } from '#platform/web/ui/feedback/badge.tsx';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { Facts, Section } from '../cases/section.tsx';
import type { FarmToVisit } from './cached-visits.ts';
import { VisitForm } from './visit-form.tsx';
import { usePendingVisits, visitSubject } from './visit-queue.ts';

/** A farm that an officer goes to: how to get there, whom to call, and the form for the visit. */
export function VisitPage({ farm, onRecorded }: { farm: FarmToVisit; onRecorded: () => void }) {
  const { go } = useDeskSearch();
  const isWaiting = usePendingVisits().some(({ subject }) => subject === visitSubject(farm.userId));
  const { userId, firstName, lastName, phoneNumber, latitude, longitude } = farm;
  return (
    <div className="grid gap-3">
      <header className="flex flex-wrap items-center gap-x-3">
        <h2 className="font-extrabold text-2xl">{farm.farm}</h2>
        {(farm.isProvisional || farm.isGpsDoubtful) && (
          <Badge tone="maize">{m.deskPlaceUnsure()}</Badge>
        )}
      </header>
      <Section title={`${firstName} ${lastName}`}>
        <Facts
          facts={[
            [
              m.deskPhone(),
              phoneNumber && (
                <a className="link inline-flex min-h-11 items-center" href={telLink(phoneNumber)}>
                  {phoneText(phoneNumber)}
                </a>
              ),
            ],
            [
              m.deskPlace(),
              [farm.addressDescription, farm.subcounty, farm.county].filter(Boolean).join(', '),
            ],
          ]}
        />
        <div className="mt-2 flex flex-wrap gap-2">
          {/* Opens the phone's own map, which may work offline. */}
          <a
            className={buttonClass({ variant: 'secondary', size: 'small' })}
            href={`geo:${latitude},${longitude}?q=${latitude},${longitude}`}
          >
            {m.deskOpenMap()}
          </a>
          <Button
            variant="secondary"
            size="small"
            onClick={() => go({ tab: 'cases', open: { page: 'account', id: userId } })}
          >
            {m.deskOpenFarmer()}
          </Button>
        </div>
      </Section>
      <Section title={m.deskOpVisited()}>
        {isWaiting ? (
          <Notice type="info">{m.deskVisitWaits()}</Notice>
        ) : (
          <VisitForm farm={farm} onRecorded={onRecorded} />
        )}
      </Section>
    </div>
  );
}
