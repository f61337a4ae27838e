import { farmTitle } from '#farms/rules/farm-texts.ts';
import { type Day, dayInNairobi, daysAfter } from '#platform/rules/day.ts';
import type { RouterOutputs } from '#platform/web/client/trpc.ts';
import { m } from '#text';
import { dateText, dayText, timeText, weekdayText } from '#ui/format/date-text.ts';
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
