import { DEFAULT_FARM_NAME, ownFarmText } from '#farms/rules/farm-texts.ts';
import { overwriteGetLocale } from '#rules/text/compiled/runtime.js';

afterEach(() => overwriteGetLocale(() => 'en'));

test('a farmer reads the default name of the farm in their own language, and a chosen one as it is', () => {
  overwriteGetLocale(() => 'en');
  expect(ownFarmText(DEFAULT_FARM_NAME)).toBe('My Farm');
  overwriteGetLocale(() => 'sw');
  expect(ownFarmText(DEFAULT_FARM_NAME)).toBe('Shamba langu');
  expect(ownFarmText('Upendo Farm')).toBe('Upendo Farm');
});
