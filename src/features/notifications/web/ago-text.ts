import { m } from '#platform/rules/text/compiled/messages.js';
import { getLocale } from '#platform/rules/text/compiled/runtime.js';
import { dateText } from '#platform/web/ui/format/date-text.ts';

const agoUnits = [
  { unit: 'day', seconds: 24 * 60 * 60 },
  { unit: 'hour', seconds: 60 * 60 },
  { unit: 'minute', seconds: 60 },
] as const;
const AGO_SECONDS_MAX = 7 * 24 * 60 * 60;

/**
 * "5 minutes ago" within a week, and the date before that. A device whose clock is slow shows "just
 * now".
 */
export function agoText(moment: string): string {
  const seconds = Math.floor((Date.now() - Date.parse(moment)) / 1000);
  if (seconds >= AGO_SECONDS_MAX) return dateText(moment);
  const found = agoUnits.find((unit) => seconds >= unit.seconds);
  if (!found) return m.agoNow();
  const format = new Intl.RelativeTimeFormat(getLocale() === 'sw' ? 'sw-KE' : 'en-KE', {
    numeric: 'auto',
  });
  return format.format(-Math.floor(seconds / found.seconds), found.unit);
}
