import { m } from '#shared/text/compiled/messages.js';
import { farmSizeLabels, farmTypeLabels } from '#web/farmer/option-labels.ts';
import { kesText } from '#web/product-texts.ts';
import { ProfileList } from '#web/profile-list.tsx';
import { metresText } from '#web/say-metres.ts';
import type { FarmerProfile } from './use-dashboard-data.ts';

/** What is known of the farmer and the farm, in two lists. */
export function FarmFacts({ profile }: { profile: FarmerProfile }) {
  const { firstName, lastName, email, phoneNumber, farmName, farmType, farmSize, county, subcounty } = profile;
  const { addressDescription, geofenceRadius, deliveryFee, minimumOrder } = profile;
  return (
    <>
      <section className="grid gap-3">
        <h2 className="font-bold text-xl">{farmName}</h2>
        <ProfileList
          entries={[
            { label: m.farmTypeLabel(), value: labelOf(farmTypeLabels, farmType) },
            { label: m.farmSizeLabel(), value: labelOf(farmSizeLabels, farmSize) },
            { label: m.countyLabel(), value: county },
            { label: m.subcountyLabel(), value: subcounty },
            { label: m.addressLabel(), value: addressDescription },
            { label: m.coverageLabel(), value: metresText(geofenceRadius) },
            { label: m.deliveryFeeLabel(), value: deliveryFee > 0 ? kesText(deliveryFee) : m.deliveryFree() },
            { label: m.minimumOrderLabel(), value: minimumOrder > 0 ? kesText(minimumOrder) : m.minimumOrderNone() },
          ]}
        />
      </section>
      <section className="grid gap-3 border-line border-t pt-5">
        <h2 className="font-bold text-xl">{m.farmerSignupAboutYou()}</h2>
        <ProfileList
          entries={[
            { label: m.firstNameLabel(), value: firstName },
            { label: m.lastNameLabel(), value: lastName },
            { label: m.emailLabel(), value: email },
            { label: m.phoneNumberLabel(), value: phoneNumber },
          ]}
        />
      </section>
    </>
  );
}

/** In the page's language; as it is stored where it isn't one of the options. */
const labelOf = (labels: Record<string, () => string>, stored: string) => labels[stored]?.() ?? stored;
