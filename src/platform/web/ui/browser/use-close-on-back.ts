import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Back closes the top overlay before it leaves the page. On the first page of a visit no script
 * could stop Back, so an entry of the same page is put on top of it.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void) {
  const [overlay] = useState<Overlay>(() => ({ close: onClose }));
  useEffect(() => {
    overlay.close = onClose;
  });
  useEffect(() => {
    if (!isOpen) return;
    if (history.state?.[INDEX] === 0) holdFirstPage();
    return addOverlay(overlay);
  }, [isOpen, overlay]);
  useBlocker({
    disabled: !isOpen,
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => {
      if (action !== 'BACK' || !isTopOverlay(overlay)) return false;
      onClose();
      return true;
    },
  });
}

type Overlay = { close: () => void };

const overlays: Overlay[] = [];

function addOverlay(overlay: Overlay): () => void {
  overlays.push(overlay);
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
  };
}

const isTopOverlay = (overlay: Overlay) => overlays.at(-1) === overlay;
export const hasOverlay = () => overlays.length > 0;

/** The router counts a visit's pages in this field. */
const INDEX = '__TSR_index';

/**
 * The router does not need to know this entry, so the browser's own pushState is called. Back from
 * it closes the overlay; without one, it leaves.
 */
function holdFirstPage() {
  if (history.state.isHeld) return;
  History.prototype.pushState.call(history, { ...history.state, isHeld: true }, '');
  addEventListener('popstate', function leave() {
    if (history.state?.isHeld) return;
    removeEventListener('popstate', leave);
    const top = overlays.at(-1);
    if (top) top.close();
    else history.back();
  });
}
