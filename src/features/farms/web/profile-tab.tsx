import { Mail, MapPinned, Pencil, Phone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { PhoneSection } from '#features/accounts/web/phone/phone-section.tsx';
import {
  type FarmerProfile,
  loadFailureText,
  useProfile,
  useRetryAll,
} from '#features/farms/web/farmer-data.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { dashboardRoute } from '#platform/web/shell/dashboard-search.ts';
import { QueryView } from '#platform/web/ui/feedback/query-view.tsx';
import { Skeleton } from '#platform/web/ui/feedback/skeleton.tsx';
import { Button } from '#platform/web/ui/form/button.tsx';
import { Card } from '#platform/web/ui/layout/card.tsx';
import { TabHeading } from '#platform/web/ui/layout/tab-heading.tsx';
import { AddEmailDialog } from './add-email-dialog.tsx';
import { EditFarmDialog } from './edit-farm-dialog.tsx';
import { FarmFacts } from './farm-facts.tsx';
import { FarmIdentity } from './farm-identity.tsx';
import { FarmPlace } from './farm-place.tsx';
import { MoveFarmDialog } from './move-farm-dialog.tsx';
import { OnlyNumberDialog } from './only-number-dialog.tsx';
import { PhoneNumberDialog } from './phone-number-dialog.tsx';

/** The farm's details, the three ways to change them and, on a phone, Logout. */
export function ProfileTab({ logOut }: { logOut: ReactNode }) {
  const profile = useProfile();
  const retryAll = useRetryAll();
  return (
    <>
      <TabHeading title={m.farmTabProfile()} lead={m.profileLead()} />
      <QueryView
        query={{ ...profile, refetch: retryAll }}
        skeleton={<Skeleton className="h-[40rem]" />}
        errorText={loadFailureText(profile.error)}
      >
        {(data) => <Profile profile={data} />}
      </QueryView>
      <div className="mt-5 sm:hidden">{logOut}</div>
    </>
  );
}

function Profile({ profile }: { profile: FarmerProfile }) {
  const { edit } = dashboardRoute.useSearch();
  const navigate = dashboardRoute.useNavigate();
  const [open, setOpen] = useState<'farm' | 'phone' | 'move' | 'email' | null>(edit ?? null);
  const close = () => {
    setOpen(null);
    // Replaces the history entry, because the dialog itself makes Back close it.
    if (edit)
      void navigate({ search: ({ edit: _, ...rest }) => rest, replace: true, resetScroll: false });
  };
  // Without an email, the farmer logs in with the number.
  const ChangeNumber = profile.email === null ? OnlyNumberDialog : PhoneNumberDialog;
  return (
    <div className="grid gap-5 xl:grid-cols-2 xl:items-start">
      <Card className="grid gap-5">
        <FarmIdentity person={profile} profile={profile} />
        <FarmFacts profile={profile} />
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => setOpen('farm')}>
            <Pencil aria-hidden="true" className="size-4.5" />
            {m.profileEdit()}
          </Button>
          <Button size="small" variant="secondary" onClick={() => setOpen('phone')}>
            <Phone aria-hidden="true" className="size-4.5" />
            {m.phoneChange()}
          </Button>
          {profile.email === null && (
            <Button size="small" variant="secondary" onClick={() => setOpen('email')}>
              <Mail aria-hidden="true" className="size-4.5" />
              {m.emailAdd()}
            </Button>
          )}
        </div>
      </Card>
      <div className="grid gap-5">
        <Card className="grid gap-4">
          <FarmPlace place={profile} />
          <Button
            size="small"
            variant="secondary"
            className="justify-self-start"
            onClick={() => setOpen('move')}
          >
            <MapPinned aria-hidden="true" className="size-4.5" />
            {m.farmMove()}
          </Button>
        </Card>
        <PhoneSection userRole="farmer" />
      </div>
      {open === 'farm' && <EditFarmDialog profile={profile} onClose={close} />}
      {open === 'phone' && <ChangeNumber phoneNumber={profile.phoneNumber} onClose={close} />}
      {open === 'email' && <AddEmailDialog onClose={close} />}
      {open === 'move' && <MoveFarmDialog profile={profile} onClose={close} />}
    </div>
  );
}
