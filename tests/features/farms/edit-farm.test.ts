import { beforeEach, describe, expect, test } from 'vitest';
import type { EditFarm } from '#features/farms/rules/farm-changes.ts';
import { makeFarmer, PASSWORD } from '#tests/factories/people.ts';
import { type Market, makeMarket, START } from '#tests/setup/market.ts';

const edit = (overrides: Partial<EditFarm> = {}): EditFarm => ({
  firstName: 'Wanjiru',
  lastName: 'Kamau',
  farmName: 'Kilima Farm',
  farmType: 'Fruits (Bananas, Mangoes, Avocados)',
  farmSize: 'Medium Scale (2.5 - 20 acres)',
  county: 'Nyeri',
  subcounty: 'Tetu',
  addressDescription: 'After the bridge',
  geofenceRadius: 12_000,
  deliveryFee: 149.5,
  minimumOrder: 500,
  ...overrides,
});

describe("a farmer's profile", () => {
  let market: Market;
  let farmer: Awaited<ReturnType<typeof makeFarmer>>;
  const asFarmer = () => market.caller(farmer).farmer;
  beforeEach(async () => {
    market = await makeMarket();
    farmer = await makeFarmer(market);
  });

  test('edits are read back', async () => {
    await asFarmer().editFarm(edit());
    expect(await asFarmer().profile()).toMatchObject(edit());
  });

  test("an empty county becomes the county of the farm's position", async () => {
    expect(await asFarmer().editFarm(edit({ county: '', subcounty: '' }))).toMatchObject({
      county: 'Nyeri',
    });
  });

  test('an unknown county is refused, and nothing changes', async () => {
    await expect(asFarmer().editFarm(edit({ county: 'Kilimanjaro' }))).rejects.toThrow(
      'COUNTY_UNKNOWN',
    );
    expect(await asFarmer().profile()).toMatchObject({
      farmName: 'My Farm',
      lastName: farmer.lastName,
    });
  });

  test.each([-1, 0.001, Number.NaN, 1e308])('%s is not a delivery fee', async (deliveryFee) => {
    await expect(asFarmer().editFarm(edit({ deliveryFee }))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  describe('moving the farm', () => {
    const lodwar = { latitude: 3.1191, longitude: 35.5973 };
    const place = { county: '', subcounty: '', addressDescription: 'By the river' };
    // Half an hour, enough for a flight there.
    const fix = {
      ...lodwar,
      accuracy: 20,
      takenAt: new Date(START.getTime() + 1_800_000).toISOString(),
    };
    beforeEach(() => market.advance(1800));

    test('a new GPS fix moves the pin, the county and the badge', async () => {
      const moved = await asFarmer().moveFarm({ position: lodwar, gpsFix: fix, ...place });
      expect(moved).toMatchObject({ ...lodwar, county: 'Turkana', isVerified: true });
    });

    test('a poor GPS fix moves the pin too, and the badge shows its class', async () => {
      const moved = await asFarmer().moveFarm({
        position: lodwar,
        gpsFix: { ...fix, accuracy: 101 },
        ...place,
      });
      expect(moved).toMatchObject({
        county: 'Turkana',
        isVerified: true,
        verifiedAccuracyClass: 'poor',
      });
    });

    test('a pin farther than 500 m from the GPS fix is refused with the distance', async () => {
      const position = { ...lodwar, latitude: lodwar.latitude + 0.0054 };
      await expect(asFarmer().moveFarm({ position, gpsFix: fix, ...place })).rejects.toThrow(
        'PIN_TOO_FAR',
      );
      expect(await asFarmer().profile()).toMatchObject({ county: 'Nyeri' });
    });

    test('a GPS fix older than half an hour is refused', async () => {
      market.advance(30 * 60 + 1);
      await expect(
        asFarmer().moveFarm({ position: lodwar, gpsFix: fix, ...place }),
      ).rejects.toThrow('GPS_FIX_STALE');
    });

    test('Arusha, inside the bounding box but in Tanzania, is outside Kenya', async () => {
      const arusha = { latitude: -3.3869, longitude: 36.683 };
      await expect(
        asFarmer().moveFarm({ position: arusha, gpsFix: { ...fix, ...arusha }, ...place }),
      ).rejects.toThrow('OUTSIDE_KENYA');
    });
  });

  describe('changing the phone number', () => {
    test('requires the password, tells the owner by mail and holds payouts for a day', async () => {
      const changed = await asFarmer().changePhoneNumber({
        phoneNumber: '0722000111',
        password: PASSWORD,
      });
      expect(changed).toMatchObject({
        phoneNumber: '+254722000111',
        payoutsHeldUntil: new Date(START.getTime() + 86_400_000),
      });
      await market.workThroughOutbox();
      expect(market.mailbox.at(-1)).toMatchObject({
        to: farmer.email,
        subject: 'Your SokoShamba phone number was changed',
      });
    });

    test('with a wrong password changes nothing', async () => {
      const change = asFarmer().changePhoneNumber({
        phoneNumber: '0722000111',
        password: 'not-her-Password1',
      });
      await expect(change).rejects.toThrow('PASSWORD_WRONG');
      expect(await asFarmer().profile()).toMatchObject({
        phoneNumber: farmer.phoneNumber,
        payoutsHeldUntil: null,
      });
    });
  });
});
