import { useEffect, useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { classNames } from '#platform/web/ui/layout/class-names.ts';
import { SLIDE_COUNT } from './use-slideshow.ts';

const pictures = [
  { file: '/art/hero-farm.svg', alt: m.slideFarmAlt },
  { file: '/art/hero-market.svg', alt: m.slideMarketAlt },
  { file: '/art/hero-hands.svg', alt: m.slideHandsAlt },
] as const;

/**
 * The three pictures, stacked. They fade into the background behind the text, so that it stays
 * readable in both colour schemes. Only the first one comes with the page; the others load once the
 * script runs.
 */
export function Slides({ shown, isTurning }: { shown: number; isTurning: boolean }) {
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
