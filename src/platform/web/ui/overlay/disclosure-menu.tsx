import { type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { classNames } from '../layout/class-names.ts';

type DisclosureMenuProps = {
  button: ReactNode;
  /** Required if the button's content doesn't describe the menu. */
  label?: string;
  buttonClassName: string;
  panelClassName: string;
  children: ReactNode;
};

/** Not in TypeScript's library yet. */
type Watcher = { onclose: () => void; destroy: () => void };

/**
 * A button that opens a few links or buttons. It is a <details> element, so that it works before
 * the script does. The script closes it on Escape, on a click outside, and when the Tab key leaves
 * it.
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
    const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher };
    const closeFromOutside = (event: Event) => {
      const isInside = event.target instanceof Node && details.current?.contains(event.target);
      if (!isInside) details.current?.removeAttribute('open');
    };
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !details.current?.open) return;
      details.current.open = false;
      details.current.querySelector('summary')?.focus();
    };
    const menu = details.current;
    let watcher: Watcher | undefined;
    // Android's Back.
    const closeByBack = () => {
      watcher?.destroy();
      if (!menu?.open || !CloseWatcher) return;
      watcher = new CloseWatcher();
      watcher.onclose = () => menu.removeAttribute('open');
    };
    for (const type of ['pointerdown', 'focusin'])
      document.addEventListener(type, closeFromOutside);
    document.addEventListener('keydown', closeByEscape);
    menu?.addEventListener('toggle', closeByBack);
    return () => {
      watcher?.destroy();
      menu?.removeEventListener('toggle', closeByBack);
      for (const type of ['pointerdown', 'focusin'])
        document.removeEventListener(type, closeFromOutside);
      document.removeEventListener('keydown', closeByEscape);
    };
  }, []);

  const closeAfterChoice = ({ target }: SyntheticEvent) => {
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
