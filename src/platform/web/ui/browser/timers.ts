import { useEffect, useState } from 'react';

const PAUSE_MILLISECONDS = 400;

export function useSettled(typed: string) {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), PAUSE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}

/** More often than once a second, so that no second is skipped when a timer is late. */
const TICK_MILLISECONDS = 250;

/** Computed from the clock, so that it is right after the phone has slept. */
export function useSecondsLeft(moment: number | null) {
  const [now, setNow] = useState(() => Date.now());

  useEffect(() => {
    if (moment === null) return;
    const tick = () => {
      setNow(Date.now());
      if (Date.now() >= moment) clearInterval(timer);
    };
    const timer = setInterval(tick, TICK_MILLISECONDS);
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [moment]);

  return moment === null ? 0 : Math.max(0, Math.ceil((moment - now) / 1000));
}
