import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Back closes what lies over the page before it leaves the page; of several, the one on top. Where there is no page to go back
 * to, Back is the browser's: on Android it closes a dialog all the same (as Escape does), elsewhere there is no button to press.
 */
export function useCloseOnBack(isOpen: boolean, onClose: () => void): void {
  const [overlay] = useState(() => ({}));
  useEffect(() => (isOpen ? addOverlay(overlay) : undefined), [isOpen, overlay]);
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

/** What lies over the page, the uppermost last. */
const overlays: object[] = [];

/** Puts one on top. @returns what takes it away again */
function addOverlay(overlay: object): () => void {
  overlays.push(overlay);
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
  };
}

const isTopOverlay = (overlay: object) => overlays.at(-1) === overlay;
export const hasOverlay = () => overlays.length > 0;
