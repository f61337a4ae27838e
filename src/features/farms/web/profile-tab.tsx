import { Mail, MapPinned, Pencil, Phone, Star } from 'lucide-react';
import { useMemo, useState } from 'react';
import { PhoneRow } from '#accounts/web/phone-row.tsx';
import { LazyMap } from '#places/web/lazy-map.tsx';
import { moneyText } from '#rules/amounts.ts';
import { m } from '#text';
import { TabHeading } from '#ui/dashboard-tab.tsx';
import { Button, Skeleton } from '#ui/elements.tsx';
import { QueryView } from '#ui/feedback.tsx';
import { metresText } from '#ui/format.ts';
import { ProfileList, SettingsGroup, SettingsRow } from '#ui/settings-row.tsx';
import { dashboardRoute } from '#web/dashboard-search.ts';
import { farmSizeLabels, farmTypeLabels, raterText, salesText } from '../rules/farm-texts.ts';
import { AddEmailDialog, OnlyNumberDialog, PhoneNumberDialog } from './contact-dialogs.tsx';
import { EditFarmDialog, MoveFarmDialog } from './farm-dialogs.tsx';
import { FarmIdentity } from './farm-identity.tsx';
import { type FarmerProfile, loadFailureText, useProfile, useRetryAll } from './farmer-data.ts';

export function ProfileTab() {
  const profile = useProfile();
  const retryAll = useRetryAll();
  return (
    <>
      <TabHeading title={m.farmTabProfile()} />
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
  const ChangeNumber = profile.email === null ? OnlyNumberDialog : PhoneNumberDialog;
  return (
    <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
      <SettingsGroup title={m.farmerSignupAboutYou()}>
        <div className="grid gap-4 p-4">
          <FarmIdentity person={profile} profile={profile} />
          {profile.email !== null && (
            <ProfileList entries={[{ label: m.emailLabel(), value: profile.email }]} />
          )}
          <div className="flex flex-wrap gap-2">
            <Button size="small" onClick={() => setOpen('farm')}>
              <Pencil className="size-4.5" />
              {m.profileEdit()}
            </Button>
            {profile.email === null && (
              <Button size="small" variant="secondary" onClick={() => setOpen('email')}>
                <Mail className="size-4.5" />
                {m.emailAdd()}
              </Button>
            )}
          </div>
        </div>
        <PhoneRow userRole="farmer" phoneNumber={profile.phoneNumber} startsOpen={edit === 'phone'}>
          <Button
            size="small"
            variant="secondary"
            className="justify-self-start"
            onClick={() => setOpen('phone')}
          >
            <Phone className="size-4.5" />
            {m.phoneChange()}
          </Button>
        </PhoneRow>
      </SettingsGroup>
      <SettingsGroup title={m.farmerSignupYourFarm()}>
        <div className="p-4">
          <FarmFacts profile={profile} />
        </div>
        <SettingsRow Icon={MapPinned} title={m.farmPlaceTitle()}>
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

type FactsProps = { profile: FarmerProfile };

function FarmFacts({ profile }: FactsProps) {
  const {
    farmType,
    farmSize,
    county,
    subcounty,
    addressDescription,
    geofenceRadius,
    minimumOrder,
  } = profile;
  return (
    <ProfileList
      entries={[
        { label: m.farmTypeLabel(), value: labelOf(farmTypeLabels, farmType) },
        { label: m.farmSizeLabel(), value: labelOf(farmSizeLabels, farmSize) },
        { label: m.countyLabel(), value: county },
        { label: m.subcountyLabel(), value: subcounty },
        { label: m.addressLabel(), value: addressDescription },
        { label: m.coverageLabel(), value: metresText(geofenceRadius) },
        { label: m.deliveryFeeLabel(), value: feeText(profile) },
        {
          label: m.minimumOrderLabel(),
          value: minimumOrder > 0 ? moneyText(minimumOrder) : m.minimumOrderNone(),
        },
      ]}
    />
  );
}

const feeText = ({ deliveryFee }: FarmerProfile) =>
  deliveryFee > 0 ? moneyText(deliveryFee) : m.deliveryFree();

function StandingFacts({ profile }: FactsProps) {
  const { totalSales, ratingCount, ratingBuyerCount, provenBuyerCount } = profile;
  const sales = salesText(profile, m.ownSalesOne);
  return (
    <ProfileList
      entries={[
        {
          label: m.statTotalSales(),
          value: sales ? `${moneyText(totalSales)} · ${sales}` : moneyText(totalSales),
        },
        {
          label: m.statReputation(),
          value:
            ratingCount > 0
              ? `${scoreText(profile)} · ${raterText(ratingBuyerCount, provenBuyerCount)}`
              : m.statReputationNone(),
        },
      ]}
    />
  );
}

const standingText = (profile: FarmerProfile) =>
  `${moneyText(profile.totalSales)} · ${profile.ratingCount > 0 ? scoreText(profile) : m.statReputationNone()}`;

const scoreText = ({ reputationScore }: FarmerProfile) =>
  m.statReputationValue({ score: reputationScore.toFixed(1) });

const labelOf = (labels: Record<string, () => string>, stored: string) =>
  labels[stored]?.() ?? stored;

type FarmPlaceProps = { place: { latitude: number; longitude: number; geofenceRadius: number } };

function FarmPlace({ place: { latitude, longitude, geofenceRadius } }: FarmPlaceProps) {
  // Memoised, because a new object would move the map back there on every render.
  const focus = useMemo(
    () => ({ centre: { latitude, longitude }, zoom: zoomFor(geofenceRadius) }),
    [latitude, longitude, geofenceRadius],
  );
  return <LazyMap pin={focus.centre} coverageRadiusMetres={geofenceRadius} focus={focus} />;
}

/**
 * Metres per pixel at zoom 0 on the equator, in the Web Mercator tiling that all tile servers use.
 */
const METRES_PER_PIXEL_AT_ZOOM_0 = 156_543;
const CIRCLE_PIXELS = 130;
const CLOSEST_ZOOM = 16;

const zoomFor = (radiusMetres: number) =>
  Math.min(CLOSEST_ZOOM, Math.log2((METRES_PER_PIXEL_AT_ZOOM_0 * CIRCLE_PIXELS) / radiusMetres));
