import { type ReactNode, useState } from 'react';
import { m } from '#text';

const OPEN = 'productDetailsOpen';

export function MoreDetails({ isWrong, children }: { isWrong: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(readOpen);
  const toggle = (isNowOpen: boolean) => {
    setIsOpen(isNowOpen);
    try {
      if (isNowOpen) localStorage.setItem(OPEN, '1');
      else localStorage.removeItem(OPEN);
    } catch {}
  };
  return (
    <details
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => toggle(currentTarget.open)}
      className="border-line border-t pt-1"
    >
      <summary className="link flex min-h-11 cursor-pointer items-center">
        {m.productDetails()}
      </summary>
      <div className="grid gap-5 pt-2">{children}</div>
    </details>
  );
}

function readOpen(): boolean {
  try {
    return localStorage.getItem(OPEN) !== null;
  } catch {
    return false;
  }
}
