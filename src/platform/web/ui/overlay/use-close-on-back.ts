import { useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * Back closes an overlay before it leaves the page, the top one if there are several. If there is
 * no page to go back to, the browser handles Back: on Android it still closes a dialog (as Escape
 * does), elsewhere the button is disabled.
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

/** The open overlays, the topmost last. */
const overlays: object[] = [];

/**
 * Puts an overlay on top.
 * @returns a function that removes it
 */
function addOverlay(overlay: object): () => void {
  overlays.push(overlay);
  return () => {
    overlays.splice(overlays.indexOf(overlay), 1);
  };
}

const isTopOverlay = (overlay: object) => overlays.at(-1) === overlay;
export const hasOverlay = () => overlays.length > 0;
