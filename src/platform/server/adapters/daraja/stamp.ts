const inNairobi = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Nairobi',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

/** yyyyMMddHHmmss in East Africa Time. */
export function stampOf(moment: Date): string {
  const parts = new Map(inNairobi.formatToParts(moment).map(({ type, value }) => [type, value]));
  return ['year', 'month', 'day', 'hour', 'minute', 'second']
    .map((part) => parts.get(part as Intl.DateTimeFormatPartTypes))
    .join('');
}

export const passwordOf = (shortcode: string, passkey: string, stamp: string) =>
  Buffer.from(`${shortcode}${passkey}${stamp}`).toString('base64');

export const msisdnOf = (phoneNumber: string) =>
  phoneNumber.replace(/^\+/, '').replace(/^0/, '254');
