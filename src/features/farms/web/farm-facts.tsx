import { ownFarmText } from '#features/farms/rules/farm-texts.ts';
import {
  CASH_SALES_OF_BUYER_PER_MONTH,
  CASH_SALES_OF_FARM_PER_MONTH,
  COUNTED_REVIEW_SECONDS,
} from '#features/farms/rules/limits.ts';
import type { FarmerProfile } from '#features/farms/web/farmer-data.ts';
import { moneyText } from '#platform/rules/money.ts';
import { m } from '#platform/rules/text/compiled/messages.js';
import { metresText } from '#platform/web/ui/format/metres-text.ts';
import { phoneText } from '#platform/web/ui/format/phone-text.ts';
import { ProfileList } from '#platform/web/ui/layout/profile-list.tsx';
import { raterText, salesText } from './farm-standing-texts.ts';
import { farmSizeLabels, farmTypeLabels } from './option-labels.ts';

/** The details of the farmer and the farm, in two lists. Omits a missing email. */
export function FarmFacts({ profile }: { profile: FarmerProfile }) {
  const {
    firstName,
    lastName,
    email,
    phoneNumber,
    farmName,
    farmType,
    farmSize,
    county,
    subcounty,
  } = profile;
  const { addressDescription, geofenceRadius, deliveryFee, minimumOrder } = profile;
  return (
    <>
      <section className="grid gap-3">
        <h2 className="font-bold text-xl">{ownFarmText(farmName)}</h2>
        <ProfileList
          entries={[
            { label: m.farmTypeLabel(), value: labelOf(farmTypeLabels, farmType) },
            { label: m.farmSizeLabel(), value: labelOf(farmSizeLabels, farmSize) },
            { label: m.countyLabel(), value: county },
            { label: m.subcountyLabel(), value: subcounty },
            { label: m.addressLabel(), value: addressDescription },
            { label: m.coverageLabel(), value: metresText(geofenceRadius) },
            {
              label: m.deliveryFeeLabel(),
              value: deliveryFee > 0 ? moneyText(deliveryFee) : m.deliveryFree(),
            },
            {
              label: m.minimumOrderLabel(),
              value: minimumOrder > 0 ? moneyText(minimumOrder) : m.minimumOrderNone(),
            },
          ]}
        />
      </section>
      <Standing profile={profile} />
      <section className="grid gap-3 border-line border-t pt-5">
        <h2 className="font-bold text-xl">{m.farmerSignupAboutYou()}</h2>
        <ProfileList
          entries={[
            { label: m.firstNameLabel(), value: firstName },
            { label: m.lastNameLabel(), value: lastName },
            ...(email === null ? [] : [{ label: m.emailLabel(), value: email }]),
            { label: m.phoneNumberLabel(), value: phoneText(phoneNumber) },
          ]}
        />
      </section>
    </>
  );
}

/** Sales and ratings as buyers see them, and which of them count. */
function Standing({ profile }: { profile: FarmerProfile }) {
  const { totalSales, reputationScore, ratingCount, ratingBuyerCount } = profile;
  const score = m.statReputationValue({ score: reputationScore.toFixed(1) });
  const sales = salesText(profile, m.ownSalesOne);
  const limits = {
    ofBuyer: CASH_SALES_OF_BUYER_PER_MONTH,
    ofFarm: CASH_SALES_OF_FARM_PER_MONTH,
    days: COUNTED_REVIEW_SECONDS / 86_400,
  };
  return (
    <section className="grid gap-3 border-line border-t pt-5">
      <h2 className="font-bold text-xl">{m.standingTitle()}</h2>
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
                ? `${score} · ${raterText(ratingBuyerCount)}`
                : m.statReputationNone(),
          },
        ]}
      />
      <p className="text-muted text-sm">{m.standingMeaning(limits)}</p>
    </section>
  );
}

/** The label in the page's language, or the stored text if it is not one of the options. */
const labelOf = (labels: Record<string, () => string>, stored: string) =>
  labels[stored]?.() ?? stored;
