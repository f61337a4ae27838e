import fc from 'fast-check';
import { dayInNairobi, endOfDayInNairobi } from '#rules/day.ts';

const calendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Nairobi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

test('a day in Nairobi ends at nine in the evening UTC', () => {
  expect(dayInNairobi(new Date('2026-11-21T20:59:59.999Z'))).toBe('2026-11-21');
  expect(dayInNairobi(new Date('2026-11-21T21:00:00Z'))).toBe('2026-11-22');
  expect(endOfDayInNairobi('2026-11-21')).toEqual(new Date('2026-11-21T21:00:00Z'));
});

test("every moment belongs to the day of Nairobi's calendar", () => {
  const moments = fc.date({
    min: new Date('1990-01-01'),
    max: new Date('2100-01-01'),
    noInvalidDate: true,
  });
  fc.assert(fc.property(moments, (moment) => dayInNairobi(moment) === calendar.format(moment)));
});
