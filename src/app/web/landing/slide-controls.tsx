import type { ReactNode } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { SLIDE_COUNT, type Slideshow } from './use-slideshow.ts';

type SlideControlsProps = Pick<Slideshow, 'shown' | 'isPaused' | 'show' | 'togglePause'>;

/**
 * Beside the first picture's farmer, never over her: in the sky on a phone, and left or right on a
 * wider screen.
 */
export function SlideControls({ shown, isPaused, show, togglePause }: SlideControlsProps) {
  return (
    <div className="mt-3 mb-49 flex items-center self-start rounded-full bg-forest/85 px-1 text-white md:mt-64 md:mb-0 lg:mt-auto lg:self-end">
      <Control label={isPaused ? m.slidePlay() : m.slidePause()} onClick={togglePause}>
        <Icon
          path={isPaused ? 'M8 5.5v13l10-6.5-10-6.5Z' : 'M8 6v12M16 6v12'}
          isFilled={isPaused}
        />
      </Control>
      <Control label={m.slidePrevious()} onClick={() => show(shown - 1)}>
        <Icon path="m14 6-6 6 6 6" />
      </Control>
      {Array.from({ length: SLIDE_COUNT }, (_, index) => index).map((index) => (
        <button
          key={index}
          type="button"
          aria-label={m.slideShow({ number: index + 1, total: SLIDE_COUNT })}
          aria-current={index === shown ? 'true' : undefined}
          onClick={() => show(index)}
          className="grid h-11 min-w-8 place-items-center"
        >
          <span
            className={classNames(
              'block h-2.5 rounded-full border-[1.5px] border-white transition-all',
              index === shown ? 'w-6 bg-white' : 'w-2.5',
            )}
          />
        </button>
      ))}
      <Control label={m.slideNext()} onClick={() => show(shown + 1)}>
        <Icon path="m10 6 6 6-6 6" />
      </Control>
    </div>
  );
}

function Control({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="grid size-11 place-items-center rounded-full hover:bg-white/15 focus-visible:outline-white focus-visible:-outline-offset-4"
    >
      {children}
    </button>
  );
}

function Icon({ path, isFilled = false }: { path: string; isFilled?: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className="size-5">
      <path
        d={path}
        fill={isFilled ? 'currentColor' : 'none'}
        stroke="currentColor"
        strokeWidth="2.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
