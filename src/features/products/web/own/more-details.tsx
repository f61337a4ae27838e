import { type ReactNode, useState } from 'react';
import { deviceStore } from '#platform/web/session/storage.ts';
import { m } from '#text';

const OPEN = 'productDetailsOpen';

export function MoreDetails({ isWrong, children }: { isWrong: boolean; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(() => Boolean(deviceStore.read(OPEN)));
  const toggle = (isNowOpen: boolean) => {
    setIsOpen(isNowOpen);
    deviceStore.write(OPEN, isNowOpen ? '1' : null);
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
