import { useEffect, useRef } from 'react';
import { classNames } from './elements.tsx';

type DisclosureMenuProps = {
  button: React.ReactNode;
  /** Required if the button's content doesn't describe the menu. */
  label?: string;
  buttonClassName: string;
  panelClassName: string;
  children: React.ReactNode;
};

/**
 * A <details> element, so that it works before the script does, which closes it on Escape, on a
 * click outside, and when the focus leaves it.
 */
export function DisclosureMenu({
  button,
  label,
  buttonClassName,
  panelClassName,
  children,
}: DisclosureMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);

  useEffect(() => {
    const closeFromOutside = (event: Event) => {
      const isInside = event.target instanceof Node && details.current?.contains(event.target);
      if (!isInside) details.current?.removeAttribute('open');
    };
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector('summary')?.focus();
    };
    for (const type of ['pointerdown', 'focusin'])
      document.addEventListener(type, closeFromOutside);
    document.addEventListener('keydown', closeByEscape);
    return () => {
      for (const type of ['pointerdown', 'focusin'])
        document.removeEventListener(type, closeFromOutside);
      document.removeEventListener('keydown', closeByEscape);
    };
  }, []);

  const closeAfterChoice = ({ target }: React.SyntheticEvent) => {
    if (target instanceof Element && target.closest('a, button'))
      details.current?.removeAttribute('open');
  };

  return (
    <details ref={details} className="group/menu relative">
      <summary
        aria-label={label}
        className={classNames('list-none [&::-webkit-details-marker]:hidden', buttonClassName)}
      >
        {button}
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: only the links and buttons inside are operated */}
      <div
        onClick={closeAfterChoice}
        className={classNames(
          'absolute z-40 rounded-card border border-line bg-card p-2 shadow-raised',
          panelClassName,
        )}
      >
        {children}
      </div>
    </details>
  );
}
