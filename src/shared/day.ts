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
