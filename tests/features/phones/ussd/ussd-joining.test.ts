import {
  caller,
  countRows,
  doneActions,
  givenSms,
  givePhone,
  keypadOf,
  makeFarm,
  operate,
  outcomeOf,
  rowsOf,
  sms,
  sql,
} from '#tests/setup/in-market.ts';

const phoneNumber = '+254733000222';

let keypad: ReturnType<typeof keypadOf>;
givenSms();
beforeEach(() => {
  keypad = keypadOf(sms, phoneNumber);
});

const farmOf = async () =>
  (
    await rowsOf(sql`select users.id, first_name, last_name, language, email, phone_verified_at is not null as proven, farm_type,
        farm_size, farms.name, coverage_radius_metres, county, pin_county, address_description, gps_accuracy_metres, is_position_provisional
        from farms join users on users.id = farms.user_id`)
  )[0];

describe('an unknown number joins as a farmer', () => {
  test('in Swahili, with its place at the nearest town until it is measured', async () => {
    expect(await keypad.dial()).toContain('1 Jiunge kama mkulima');
    expect(await keypad.press('1')).toContain('Jina lako kamili');
    expect(await keypad.press('Wanjiku')).toContain('Jina lako kamili');
    expect(await keypad.press("Wanjiku Ng'ang'a")).toContain('kaunti gani');
    expect(await keypad.press('atlantis')).toContain('Hakuna kaunti kama hiyo');
    expect(await keypad.press('nyandarwa')).toContain('Mji au soko gani');
    expect(await keypad.press('Zanzibar')).toContain('Hatujui mahali hapo katika Nyandarua');
    expect(await keypad.press('Engine')).toContain('1 Engineer\n2 Engineer Town');
    expect(await keypad.press('1')).toContain('Unalima nini zaidi');
    expect(await keypad.press('0', '0', 'engineer')).toContain('Unalima nini zaidi');
    expect(await keypad.press('3')).toContain('ukubwa gani');
    expect(await keypad.press('1')).toContain('kilomita ngapi');
    expect(await keypad.press('26')).toContain('kilomita ngapi');
    expect(await keypad.press('7,5')).toContain("Wanjiku Ng'ang'a, shamba karibu na Engineer");
    expect(await countRows('farms')).toBe(0);
    const joined = await keypad.press('1');
    expect(joined).toContain('Karibu, Wanjiku!');
    expect(joined).toContain('Chagua PIN');
    expect(await keypad.press('4821')).toContain('PIN imehifadhiwa.');
    const farm = await farmOf();
    expect(farm).toMatchObject({
      ...{ first_name: 'Wanjiku', last_name: "Ng'ang'a", language: 'sw' },
      ...{ email: null, proven: true },
      farm_type: 'Vegetables (Tomatoes, Onions, Cabbages)',
      farm_size: 'Small Scale (Less than 2.5 acres)',
      ...{ name: 'Shamba la Wanjiku, Engineer', coverage_radius_metres: 7500 },
      ...{ county: 'Nyandarua', pin_county: 'Nyandarua', gps_accuracy_metres: null },
      ...{ address_description: 'Engineer, Nyandarua', is_position_provisional: true },
    });
    expect(await keypad.dial()).toContain('7 Uza bidhaa');
    expect(await caller().market.farm({ farmId: Number(farm?.id) })).toMatchObject({
      isPositionProvisional: true,
      isFarmVerified: false,
    });
  });

  test('in English, which is the language of the account', async () => {
    await keypad.dial('4');
    expect(keypad.screens.at(-1)).toContain('1 Join as a farmer');
    await keypad.press('1', 'Amina Hassan', 'Nakuru', 'Njoro');
    expect(await keypad.press('1', '2', '00')).toContain('Amina Hassan, farm near Njoro');
    expect(await keypad.press('1')).toContain('Welcome, Amina!');
    const named = { name: "Amina's farm, Njoro", coverage_radius_metres: 10_000 };
    expect(await farmOf()).toMatchObject({ language: 'en', county: 'Nakuru', ...named });
  });

  test('not with the number of a suspended account', async () => {
    const farm = await makeFarm();
    await givePhone(farm, { phoneNumber });
    await operate('suspend', { account: phoneNumber, reason: 'Fraud' });
    await keypad.dial('1', 'Amina Hassan', 'Nakuru', 'Njoro');
    expect(await keypad.press('1', '1', '00', '1')).toMatch(/^END /);
    expect(await countRows('farms')).toBe(1);
  });
});

describe('a provisional place', () => {
  beforeEach(async () => {
    const { id } = await makeFarm({ isPositionProvisional: true });
    await givePhone({ id }, { phoneNumber });
  });
  const position = { latitude: -0.7832, longitude: 36.4251 };
  const visit = (at: typeof position | null) =>
    operate('visited', {
      account: phoneNumber,
      reason: 'Juma was there',
      position: at,
    });
  const stored = async () =>
    (
      await rowsOf(
        sql`select latitude, longitude, pin_county, is_position_provisional as provisional, visited_at is not null as visited from farms`,
      )
    )[0];

  test('ends with a visit that names where the farm is', async () => {
    await visit(position);
    expect(await stored()).toEqual({
      ...position,
      pin_county: 'Nakuru',
      provisional: false,
      visited: true,
    });
    expect(await doneActions()).toMatchObject([{ details: { position } }]);
  });

  test('stays after a visit that does not, or names a place outside Kenya', async () => {
    const outside = { latitude: -3.37, longitude: 36.68 };
    expect(await outcomeOf(visit(outside))).toBe('OUTSIDE_KENYA');
    expect(await stored()).toMatchObject({ provisional: true, visited: false });
    await visit(null);
    expect(await stored()).toMatchObject({ provisional: true, visited: true });
  });
});
