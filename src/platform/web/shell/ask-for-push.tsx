import { BellPlus } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { m } from '#text';
import { trpc } from '../client/trpc.ts';
import {
  isPushOn,
  mayAskForPush,
  postponePush,
  pushSupport,
  usePushSwitch,
} from '../session/push-device.ts';
import { Button } from '../ui/form/button.tsx';
import { Card } from '../ui/layout/card.tsx';

/**
 * Shown where the use of notifications is clear. Shows `instead` if they are impossible, on,
 * refused, or were postponed recently.
 */
export function AskForPush({ instead = null }: { instead?: ReactNode }) {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(
    () => pushSupport() === 'possible' && !isPushOn() && mayAskForPush(),
  );
  const [isOffered] = useState(isOpen);
  const publicKey = trpc.push.key.useQuery(undefined, {
    enabled: isOpen,
  }).data?.publicKey;
  const { isBusy, switchOn } = usePushSwitch();
  if (!isOffered || publicKey === null) return instead;
  if (!isOpen || !publicKey) return null;

  const accept = async () => {
    const outcome = await switchOn(publicKey);
    // Closing the browser's prompt is no decision.
    if (outcome === 'undecided') postponePush();
    if (outcome !== 'failed') setIsOpen(false);
  };
  const postpone = () => {
    postponePush();
    setIsOpen(false);
  };
  return (
    <Card role="region" aria-labelledby={titleId} className="flex gap-4 max-sm:p-4! print:hidden">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft text-on-leaf-soft max-sm:hidden">
        <BellPlus aria-hidden="true" className="size-5.5" />
      </span>
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-3">
        <div>
          <h2 id={titleId} className="font-bold text-lg leading-snug">
            {m.pushAskTitle()}
          </h2>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button isBusy={isBusy} className="max-sm:px-4!" onClick={() => void accept()}>
            {m.pushAskYes()}
          </Button>
          <Button variant="quiet" className="max-sm:px-4!" onClick={postpone}>
            {m.pushAskNo()}
          </Button>
        </div>
      </div>
    </Card>
  );
}
