import {
  givenPhones,
  givePhone,
  makeFarmer,
  phoneOf,
  sms,
  writes,
} from '#tests/setup/in-market.ts';

givenPhones({ isOwned: false });

test('a phone that sends JIUNGE is answered in the language of the command, and told if it has an account', async () => {
  await writes('JOIN', 'dial *384*77#, or use this number on the website');
  const farmer = await makeFarmer();
  await givePhone(farmer, { phoneNumber: '+254722000333' });
  expect(await phoneOf(sms, '+254722000333').write('JIUNGE')).toContain('tayari ina akaunti');
});
