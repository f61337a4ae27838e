import {
  CASH_SALES_OF_BUYER_PER_MONTH,
  CASH_SALES_OF_FARM_PER_MONTH,
  COUNTED_REVIEW_SECONDS,
} from '#features/farms/rules/limits.ts';
import type { FarmerProfile } from '#features/farms/web/farmer-data.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { metresText } from '#platform/web/ui/format/metres-text.ts';
import { ProfileList } from '#platform/web/ui/layout/profile-list.tsx';
import { raterText, salesText } from './farm-standing-texts.ts';
import { farmSizeLabels, farmTypeLabels } from './option-labels.ts';

type FactsProps = { profile: FarmerProfile };

/** The farmer's name and, if there is one, email. */
export function PersonFacts({ profile: { firstName, lastName, email } }: FactsProps) {
  return (
    <ProfileList
      entries={[
        { label: m.firstNameLabel(), value: firstName },
        { label: m.lastNameLabel(), value: lastName },
        ...(email === null ? [] : [{ label: m.emailLabel(), value: email }]),
      ]}
    />
  );
}

export function FarmFacts({ profile }: FactsProps) {
  const { farmType, farmSize, county, subcounty, addressDescription } = profile;
  return (
    <ProfileList
      entries={[
        { label: m.farmTypeLabel(), value: labelOf(farmTypeLabels, farmType) },
        { label: m.farmSizeLabel(), value: labelOf(farmSizeLabels, farmSize) },
        { label: m.countyLabel(), value: county },
        { label: m.subcountyLabel(), value: subcounty },
        { label: m.addressLabel(), value: addressDescription },
      ]}
    />
  );
}

export function DeliveryFacts({ profile }: FactsProps) {
  const { geofenceRadius, minimumOrder } = profile;
  return (
    <ProfileList
      entries={[
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

/** How far a farm delivers, and for how much. */
export const deliveryText = (profile: FarmerProfile): string =>
  `${metresText(profile.geofenceRadius)} · ${feeText(profile)}`;

const feeText = ({ deliveryFee }: FarmerProfile) =>
  deliveryFee > 0 ? moneyText(deliveryFee) : m.deliveryFree();

/** Sales and ratings as buyers see them, and which of them count. */
export function StandingFacts({ profile }: FactsProps) {
  const { totalSales, ratingCount, ratingBuyerCount, provenBuyerCount } = profile;
  const sales = salesText(profile, m.ownSalesOne);
  const limits = {
    ofBuyer: CASH_SALES_OF_BUYER_PER_MONTH,
    ofFarm: CASH_SALES_OF_FARM_PER_MONTH,
    days: COUNTED_REVIEW_SECONDS / 86_400,
  };
  return (
    <>
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
      <p className="text-muted text-sm">{m.standingMeaning(limits)}</p>
    </>
  );
}

/** Sales and score in a line. */
export const standingText = (profile: FarmerProfile): string =>
  `${moneyText(profile.totalSales)} · ${profile.ratingCount > 0 ? scoreText(profile) : m.statReputationNone()}`;

const scoreText = ({ reputationScore }: FarmerProfile) =>
  m.statReputationValue({ score: reputationScore.toFixed(1) });

/** The label in the page's language, or the stored text if it is not one of the options. */
const labelOf = (labels: Record<string, () => string>, stored: string) =>
  labels[stored]?.() ?? stored;
