import { farmTitle } from '#farms/rules/farm-texts.ts';
import { dayInNairobi, daysAfter } from '#rules/day.ts';
import { m } from '#text';
import { dateText, dayText, timeText, weekdayText } from '#ui/format.ts';
import type { RouterOutputs } from '#web/trpc.ts';
import type { MessageKind, Side } from '../rules/message.ts';

export type Message = RouterOutputs['conversations']['send'];
export type MessagePhoto = Message['photos'][number];

type Named = { buyerName: string; farmName: string; county: string };

export function otherName({ buyerName, farmName, county }: Named, side: Side): string {
  if (side === 'farmer') return buyerName || m.messagesLeft();
  return farmName ? farmTitle({ farmName, county }) : m.messagesLeft();
}

export function shortText({ kind, text }: { kind: MessageKind; text: string }): string {
  if (kind === 'offer' || kind === 'event') return m.messagesKindOffer();
  if (text) return text;
  return kind === 'voice' ? m.messageVoice() : m.messagePhoto();
}

const WEEK_DAYS = 7;

export function dayTitle(day: Day): string {
  const today = dayInNairobi(new Date());
  if (day === today) return m.wishedChipToday();
  if (day === daysAfter(today, -1)) return m.messagesYesterday();
  return day > daysAfter(today, -WEEK_DAYS) ? weekdayText(day) : dateText(day);
}

/** The time if it was today, otherwise the day. */
export function lastWordText(moment: string): string {
  const today = dayInNairobi(new Date());
  const day = dayInNairobi(new Date(moment));
  if (day === today) return timeText(moment);
  return day === daysAfter(today, -1) ? m.messagesYesterday() : dayText(moment);
}

/** The library's icons would become separate chunks if other pages use them too. */
const paths = {
  send: 'M4 12 20 4l-5 16-3.5-6.5zM11.5 13.5 20 4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
  clear: 'm7 7 10 10M17 7 7 17',
  back: 'M20 12H5m6-7-7 7 7 7',
  menu: 'M12 5.5v.01M12 12v.01M12 18.5v.01',
  sent: 'm5 12.5 4.5 4.5L19 7.5',
  read: 'm2.5 12.5 4.5 4.5 9-9.5M11 16l1 1 9.5-9.5',
  waiting: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7.5V12l3 2',
  warning: 'M12 3.5 2.5 20h19zM12 10v4.5M12 17.2v.01',
  offer:
    'M4 12.2V5a1 1 0 0 1 1-1h7.2L20 11.8a1.2 1.2 0 0 1 0 1.7L13.5 20a1.2 1.2 0 0 1-1.7 0zM8.2 8.2v.01',
  down: 'M12 5v14m-6-6 6 6 6-6',
  photo:
    'M4 18.5v-10A1.5 1.5 0 0 1 5.5 7h2.6l1.6-2.5h4.6L15.9 7h2.6A1.5 1.5 0 0 1 20 8.5v10a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5ZM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  voice:
    'M12 14.5a3 3 0 0 0 3-3v-5a3 3 0 0 0-6 0v5a3 3 0 0 0 3 3ZM6 11.5a6 6 0 0 0 12 0M12 17.5V21',
  play: 'M8 5.5v13l10.5-6.5z',
  pause: 'M8.5 6v12M15.5 6v12',
  stop: 'M7 7h10v10H7z',
  delete: 'M5 7h14M10 7V4.5h4V7m3 0-.7 12a1 1 0 0 1-1 1H8.7a1 1 0 0 1-1-1L7 7m3.5 4v5m3-5v5',
  again: 'M20 11.5A8 8 0 1 0 18 17m2-11v5.5h-5.5',
};

export type IconName = keyof typeof paths;

const isFilled = (name: IconName) => name === 'play' || name === 'stop';

export const Icon = ({ name, className = 'size-5' }: { name: IconName; className?: string }) => (
  <svg aria-hidden="true" viewBox="0 0 24 24" className={`shrink-0 ${className}`}>
    <path
      d={paths[name]}
      fill={isFilled(name) ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={name === 'menu' || name === 'pause' ? 3.5 : 2}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
