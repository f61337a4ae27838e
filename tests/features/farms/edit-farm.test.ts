import type { EditFarm } from '#farms/rules/farm.ts';
import { secondsAfter } from '#server/clock.ts';
import {
  advance,
  caller,
  givenMarket,
  mailbox,
  makeFarmer,
  PASSWORD,
  refused,
  runOutbox,
  type SignedFarmer,
  START,
} from '#tests/setup/in-market.ts';

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
let farmer: SignedFarmer;
const asFarmer = () => caller(farmer).farmer;
givenMarket();
beforeEach(async () => {
  farmer = await makeFarmer();
});

test('edits are read back', async () => {
  await asFarmer().editFarm(edit());
  expect(await asFarmer().profile()).toMatchObject(edit());
});

test('an edit changes what it names', async () => {
  await asFarmer().editFarm(edit());
  await asFarmer().editFarm({ farmName: 'Bonde Farm' });
  expect(await asFarmer().profile()).toMatchObject(edit({ farmName: 'Bonde Farm' }));
});

test("an empty county becomes the county of the farm's position", async () => {
  expect(await asFarmer().editFarm(edit({ county: '', subcounty: '' }))).toMatchObject({
    county: 'Nyeri',
  });
});

test('an unknown county is refused, and nothing changes', async () => {
  await refused(asFarmer().editFarm(edit({ county: 'Kilimanjaro' })), 'COUNTY_UNKNOWN');
  const { lastName } = farmer;
  expect(await asFarmer().profile()).toMatchObject({ farmName: 'My Farm', lastName });
});

test.each([-1, 0.001, 10_000.01, Number.NaN])('%s is not a delivery fee', async (deliveryFee) => {
  await refused(asFarmer().editFarm(edit({ deliveryFee })), 'INVALID_INPUT');
});

describe('moving the farm', () => {
  const lodwar = { latitude: 3.1191, longitude: 35.5973 };
  const place = { county: '', subcounty: '', addressDescription: 'By the river' };
  const fix = { ...lodwar, accuracy: 20, takenAt: secondsAfter(START, 1800).toISOString() };
  beforeEach(() => advance(1800));
  const move = (position = lodwar, gpsFix = fix) =>
    asFarmer().moveFarm({ position, gpsFix, ...place });

  test('a new GPS fix moves the pin, the county and the badge', async () => {
    expect(await move()).toMatchObject({ ...lodwar, county: 'Turkana', isVerified: true });
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
    await refused(move(position), 'PIN_TOO_FAR');
    expect(await asFarmer().profile()).toMatchObject({ county: 'Nyeri' });
  });

  test('a GPS fix older than half an hour is refused', async () => {
    advance(30 * 60 + 1);
    await refused(move(), 'GPS_FIX_STALE');
  });

  test('Arusha, inside the bounding box but in Tanzania, is outside Kenya', async () => {
    const arusha = { latitude: -3.3869, longitude: 36.683 };
    await refused(move(arusha, { ...fix, ...arusha }), 'OUTSIDE_KENYA');
  });
});

const change = (password: string) =>
  asFarmer().changePhoneNumber({ phoneNumber: '0722000111', password });

test('changing the phone number requires the password, tells the owner by mail and holds payouts for a day', async () => {
  expect(await change(PASSWORD)).toMatchObject({
    phoneNumber: '+254722000111',
    payoutsHeldUntil: secondsAfter(START, 86_400),
  });
  await runOutbox();
  expect(mailbox.at(-1)).toMatchObject({
    to: farmer.email,
    subject: 'Your SokoShamba phone number was changed',
  });
});

test('changing the phone number with a wrong password changes nothing', async () => {
  await refused(change('not-her-Password1'), 'PASSWORD_WRONG');
  const { phoneNumber } = farmer;
  expect(await asFarmer().profile()).toMatchObject({ phoneNumber, payoutsHeldUntil: null });
});
