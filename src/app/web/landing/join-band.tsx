import { Link } from '@tanstack/react-router';
import { m } from '#platform/rules/text/compiled/messages.js';
import { buttonClass } from '#platform/web/ui/form/button-class.ts';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { Container } from '#platform/web/ui/layout/container.tsx';

/** Repeats the two sign-up links for visitors who have read this far. */
export function JoinBand() {
  return (
    <Container className="pb-16 md:pb-24">
      <section className="flex flex-wrap items-center justify-between gap-6 rounded-card bg-maize px-6 py-8 text-on-maize sm:px-10 sm:py-10">
        <div>
          <h2 className="font-extrabold text-2xl">{m.joinTitle()}</h2>
          <p className="mt-1.5 text-lg">{m.joinText()}</p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full">
          <Link
            to="/signupFarmer"
            className={classNames(
              buttonClass({ variant: 'dark' }),
              'whitespace-nowrap max-sm:flex-1 max-sm:px-3',
            )}
          >
            {m.joinAsFarmer()}
          </Link>
          <Link
            to="/signup"
            className={classNames(
              buttonClass({ variant: 'outline' }),
              'whitespace-nowrap max-sm:flex-1 max-sm:px-3',
            )}
          >
            {m.joinAsBuyer()}
          </Link>
        </div>
      </section>
    </Container>
  );
}
