import { Notice } from '#web/ui/feedback/notice.tsx';

/** What went wrong with a form as a whole. In a long form it belongs right above the button, where the eyes and the thumb are. */
export function FormBanner({ text }: { text: string | null }) {
  return text ? <Notice type="error">{text}</Notice> : null;
}
