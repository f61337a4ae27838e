import { Mail, MapPinned, Pencil, Phone, Sprout, Star, Truck, UserRound } from 'lucide-react';
import { useState } from 'react';
import { PhoneRow } from '#features/accounts/web/phone/phone-row.tsx';
import { ownFarmText } from '#features/farms/rules/farm-texts.ts';
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
import { SettingsGroup, SettingsRow } from '#platform/web/ui/layout/settings-row.tsx';
import { TabHeading } from '#platform/web/ui/layout/tab-heading.tsx';
import { AddEmailDialog } from './add-email-dialog.tsx';
import { EditFarmDialog } from './edit-farm-dialog.tsx';
import {
  DeliveryFacts,
  deliveryText,
  FarmFacts,
  PersonFacts,
  StandingFacts,
  standingText,
} from './farm-facts.tsx';
import { FarmIdentity } from './farm-identity.tsx';
import { FarmPlace } from './farm-place.tsx';
import { MoveFarmDialog } from './move-farm-dialog.tsx';
import { OnlyNumberDialog } from './only-number-dialog.tsx';
import { PhoneNumberDialog } from './phone-number-dialog.tsx';

/** The farmer's and the farm's details, and how to change them. */
export function ProfileTab() {
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
  const editButton = (
    <Button size="small" className="justify-self-start" onClick={() => setOpen('farm')}>
      <Pencil aria-hidden="true" className="size-4.5" />
      {m.profileEdit()}
    </Button>
  );
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <SettingsGroup title={m.farmerSignupAboutYou()}>
        <div className="p-4">
          <FarmIdentity person={profile} profile={profile} />
        </div>
        <SettingsRow
          Icon={UserRound}
          title={m.nameAndEmail()}
          value={profile.email ?? m.emailAdd()}
        >
          <PersonFacts profile={profile} />
          <div className="flex flex-wrap gap-2">
            {editButton}
            {profile.email === null && (
              <Button size="small" variant="secondary" onClick={() => setOpen('email')}>
                <Mail aria-hidden="true" className="size-4.5" />
                {m.emailAdd()}
              </Button>
            )}
          </div>
        </SettingsRow>
        <PhoneRow userRole="farmer" phoneNumber={profile.phoneNumber} startsOpen={edit === 'phone'}>
          <Button
            size="small"
            variant="secondary"
            className="justify-self-start"
            onClick={() => setOpen('phone')}
          >
            <Phone aria-hidden="true" className="size-4.5" />
            {m.phoneChange()}
          </Button>
        </PhoneRow>
      </SettingsGroup>
      <SettingsGroup title={m.settingsSelling()}>
        <SettingsRow
          Icon={Sprout}
          title={m.farmerSignupYourFarm()}
          value={ownFarmText(profile.farmName)}
        >
          <FarmFacts profile={profile} />
          {editButton}
        </SettingsRow>
        <SettingsRow
          Icon={Truck}
          title={m.orderColumnDelivery()}
          value={deliveryText(profile)}
          startsOpen={edit === 'farm'}
        >
          <DeliveryFacts profile={profile} />
          {editButton}
        </SettingsRow>
        <SettingsRow
          Icon={MapPinned}
          title={m.farmPlaceTitle()}
          value={[profile.subcounty, profile.county].filter(Boolean).join(', ')}
        >
          <FarmPlace place={profile} />
          <Button
            size="small"
            variant="secondary"
            className="justify-self-start"
            onClick={() => setOpen('move')}
          >
            {m.farmMove()}
          </Button>
        </SettingsRow>
        <SettingsRow Icon={Star} title={m.standingTitle()} value={standingText(profile)}>
          <StandingFacts profile={profile} />
        </SettingsRow>
      </SettingsGroup>
      {open === 'farm' && <EditFarmDialog profile={profile} onClose={close} />}
      {open === 'phone' && <ChangeNumber phoneNumber={profile.phoneNumber} onClose={close} />}
      {open === 'email' && <AddEmailDialog onClose={close} />}
      {open === 'move' && <MoveFarmDialog profile={profile} onClose={close} />}
    </div>
  );
}
