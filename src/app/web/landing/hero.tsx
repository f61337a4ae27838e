import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SLIDE_INTERVAL_MILLISECONDS } from '#rules/limits.ts';
import { m } from '#text';
import { buttonClass, classNames } from '#ui/elements.tsx';
import { Container } from '#web/page-frame.tsx';

const SLIDE_COUNT = 3;

const pictures = [
  { file: '/art/hero-farm.svg', alt: m.slideFarmAlt },
  { file: '/art/hero-market.svg', alt: m.slideMarketAlt },
  { file: '/art/hero-hands.svg', alt: m.slideHandsAlt },
] as const;

const join = classNames(
  buttonClass({ variant: 'secondary' }),
  'whitespace-nowrap max-sm:flex-auto max-sm:px-2',
);

export function Hero() {
  const slideshow = useSlideshow();
  return (
    <section
      aria-roledescription={m.slideshowRole()}
      aria-label={m.slideshowLabel()}
      className="relative isolate overflow-hidden"
      {...slideshow.holdWhileUsed}
    >
      <Slides shown={slideshow.shown} isTurning={slideshow.isTurning} />
      <Container className="flex flex-col pt-6 pb-14 md:pt-14 lg:min-h-[36rem] lg:pt-20">
        <h1
          tabIndex={-1}
          className="max-w-[11em] text-wrap font-extrabold text-display tracking-tight lg:max-w-[9.5em]"
        >
          {m.heroTitle()}
        </h1>
        <p className="mt-3 max-w-[31em] text-ink/90 md:mt-5 md:text-lg lg:max-w-[26em]">
          {m.heroLead()}
        </p>
        <Link
          to="/market"
          className={classNames(buttonClass(), 'mt-5 self-start max-sm:w-full md:mt-8')}
        >
          {m.heroMarketLink()}
        </Link>
        {/* A wide screen has them in its header. */}
        <div className="mt-3 flex flex-wrap gap-3 lg:hidden">
          <Link to="/signupFarmer" className={join}>
            {m.joinAsFarmer()}
          </Link>
          <Link to="/signup" className={join}>
            {m.joinAsBuyer()}
          </Link>
        </div>
        <SlideControls {...slideshow} />
      </Container>
    </section>
  );
}

/**
 * The pictures fade into the background behind the text, so that it stays readable. Only the first
 * comes with the page.
 */
function Slides({ shown, isTurning }: { shown: number; isTurning: boolean }) {
  const [isAlive, setIsAlive] = useState(false);
  useEffect(() => setIsAlive(true), []);
  return (
    <div
      aria-live={isTurning ? 'off' : 'polite'}
      className="hero-pictures absolute inset-x-0 bottom-0 -z-10"
    >
      {pictures.slice(0, isAlive ? SLIDE_COUNT : 1).map(({ file, alt }, index) => (
        <img
          key={file}
          src={file}
          alt={alt()}
          aria-hidden={index === shown ? undefined : true}
          width="1440"
          height="760"
          fetchPriority={index === 0 ? 'high' : 'low'}
          className={classNames(
            'absolute inset-0 cover object-[70%_100%] motion-safe:transition-opacity motion-safe:duration-700',
            index === shown ? 'opacity-100' : 'opacity-0',
          )}
        />
      ))}
    </div>
  );
}

type SlideControlsProps = Pick<Slideshow, 'shown' | 'isPaused' | 'show' | 'togglePause'>;

/** Placed so that they never cover the farmer in the first picture. */
function SlideControls({ shown, isPaused, show, togglePause }: SlideControlsProps) {
  return (
    <div className="mt-3 mb-28 flex items-center self-start rounded-full bg-forest/85 px-1 text-white md:mt-64 md:mb-0 lg:mt-auto lg:self-end">
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
  children: React.ReactNode;
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

/**
 * Advances unless the pointer is over it, it has visible keyboard focus, it is paused, the page is
 * hidden, or the system is set to reduced motion.
 */
function useSlideshow() {
  const [shown, setShown] = useState(0);
  const [isPaused, setIsPaused] = useState(false);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const isTurning = !(isPaused || isPointedAt || isFocused);

  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setIsPaused(true);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a picture chosen by hand is shown for the full time as well
  useEffect(() => {
    if (!isTurning) return;
    const timer = setInterval(() => {
      if (!document.hidden) setShown((current) => (current + 1) % SLIDE_COUNT);
    }, SLIDE_INTERVAL_MILLISECONDS);
    return () => clearInterval(timer);
  }, [isTurning, shown]);

  return {
    shown,
    isTurning,
    isPaused,
    show: (index: number) => setShown((index + SLIDE_COUNT) % SLIDE_COUNT),
    togglePause: () => setIsPaused(!isPaused),
    holdWhileUsed: {
      // Touch doesn't hover, and some browsers never report that a finger has left.
      onPointerEnter: ({ pointerType }: React.PointerEvent) =>
        setIsPointedAt(pointerType !== 'touch'),
      onPointerLeave: () => setIsPointedAt(false),
      onFocus: ({ target }: React.FocusEvent) => setIsFocused(target.matches(':focus-visible')),
      onBlur: () => setIsFocused(false),
    },
  };
}

type Slideshow = ReturnType<typeof useSlideshow>;
