const HOUR_MILLISECONDS = 3_600_000;
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS;
const AHEAD_MILLISECONDS = 3 * HOUR_MILLISECONDS;

export function inNairobi(now: Date, { days, hour }: { days: number; hour: number }): number {
  const there = now.getTime() + AHEAD_MILLISECONDS;
  const midnight = there - (there % DAY_MILLISECONDS) - AHEAD_MILLISECONDS;
  return midnight + days * DAY_MILLISECONDS + Math.round(hour * HOUR_MILLISECONDS);
}

export const weekdayInNairobi = (moment: number) =>
  new Date(moment + AHEAD_MILLISECONDS).getUTCDay();

export const monthInNairobi = (moment: number) =>
  new Date(moment + AHEAD_MILLISECONDS).getUTCMonth() + 1;
