import { useEffect, useRef } from 'react';

/** Plays the sound when more orders wait for an answer than before, if the farmer wants that. */
export function useNewOrderSound(waiting: number | undefined): void {
  const before = useRef(waiting);
  useEffect(() => {
    if (before.current !== undefined && waiting !== undefined && waiting > before.current) void playIfWanted();
    before.current = waiting ?? before.current;
  }, [waiting]);
}

/** Its code is loaded with the first new order. If that fails, the order comes silently. */
async function playIfWanted(): Promise<void> {
  const sound = await import('./new-order-sound.tsx').catch(() => null);
  if (sound?.isSoundOn()) sound.play();
}
