import { m } from '#platform/rules/text/compiled/messages.js';
import { momentText } from '#platform/web/ui/format/date-text.ts';

/** Shorter delays are not shown, because sending takes some time anyway. */
const SENT_AT_ONCE_MILLISECONDS = 5 * 60 * 1000;

type Taken = { at: string; takenAt: string | null; isTakenAtDoubtful: boolean };

/** When an event happened on the phone, if it was offline then and sent the event later. */
export function TakenAtLine({ event: { at, takenAt, isTakenAtDoubtful } }: { event: Taken }) {
  if (
    takenAt === null ||
    Math.abs(Date.parse(at) - Date.parse(takenAt)) < SENT_AT_ONCE_MILLISECONDS
  )
    return null;
  const moment = momentText(takenAt);
  return (
    <span className="block text-muted text-sm tabular-nums">
      {isTakenAtDoubtful ? m.eventTakenAtDoubtful({ moment }) : m.eventTakenAt({ moment })}
    </span>
  );
}
