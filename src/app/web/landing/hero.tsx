import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { Container } from '#platform/web/ui/layout/container.tsx';
import { SlideControls } from './slide-controls.tsx';
import { Slides } from './slides.tsx';
import { useSlideshow } from './use-slideshow.ts';

/** The slogan over a slideshow of three pictures. */
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
      <Container className="flex flex-col pt-9 pb-16 md:pt-14 lg:min-h-[40rem] lg:pt-20">
        <h1
          tabIndex={-1}
          className="max-w-[11em] text-wrap font-extrabold text-display tracking-tight lg:max-w-[9.5em]"
        >
          {m.heroTitle()}
        </h1>
        <p className="mt-4 max-w-[31em] lg:max-w-[26em] text-ink/90 text-lg md:mt-5">
          {m.heroLead()}
        </p>
        <div className="mt-6 flex flex-wrap gap-3 md:mt-8">
          <Link
            to="/signupFarmer"
            className={classNames(buttonClass(), 'whitespace-nowrap max-sm:flex-1 max-sm:px-3')}
          >
            {m.joinAsFarmer()}
          </Link>
          <Link
            to="/signup"
            className={classNames(
              buttonClass({ variant: 'gold' }),
              'whitespace-nowrap max-sm:flex-1 max-sm:px-3',
            )}
          >
            {m.joinAsBuyer()}
          </Link>
        </div>
        <Link
          to="/market"
          className={classNames(
            buttonClass({ variant: 'secondary' }),
            'mt-3 self-start whitespace-nowrap max-sm:w-full',
          )}
        >
          {m.heroMarketLink()}
        </Link>
        <SlideControls {...slideshow} />
      </Container>
    </section>
  );
}
