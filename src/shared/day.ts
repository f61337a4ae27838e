/** A day of the calendar as text, 2026-11-21. */
export type Day = string;

const nairobiDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Nairobi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Which day it is in Nairobi: dates, expiry and statements are those of Africa/Nairobi. */
export const dayInNairobi = (moment: Date): Day => nairobiDay.format(moment);

/** Kenya keeps one offset all year. */
const NAIROBI_OFFSET = '+03:00';

/** The first moment after a day in Nairobi. */
export function endOfDayInNairobi(day: Day): Date {
  const start = new Date(`${day}T00:00:00${NAIROBI_OFFSET}`);
  return new Date(start.getTime() + 24 * 60 * 60 * 1000);
}
