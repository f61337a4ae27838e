import { BellPlus, Smartphone } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { m } from '#text';
import { hasInstallPrompt, takeInstallPrompt } from './install-prompt.ts';
import {
  isPushOn,
  mayAskForPush,
  postponePush,
  pushSupport,
  usePushSwitch,
} from './push-device.ts';
import { deviceStore } from './storage.ts';
import { trpc } from './trpc.ts';
import { Button, Card } from './ui/elements.tsx';

/**
 * Offered once, to a user who has just listed a product or placed an order. On an iPhone or iPad it
 * explains how, because no page can do it there.
 */
export function OfferInstall() {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(() => !isInstalled() && !wasOffered());
  const way = useInstallWay();
  if (!isOpen || !way) return null;

  const close = () => {
    rememberOffer();
    setIsOpen(false);
  };
  const accept = () => {
    close();
    void takeInstallPrompt()
      ?.prompt()
      .catch(() => {});
  };
  return (
    <Card role="region" aria-labelledby={titleId} className="flex gap-4 print:hidden">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-leaf-soft text-on-leaf-soft max-sm:hidden">
        <Smartphone className="size-5.5" />
      </span>
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-4">
        <div>
          <h2 id={titleId} className="font-bold text-lg leading-snug">
            {m.installTitle()}
          </h2>
          {way === 'menu' && <p className="mt-1 font-semibold">{m.installApple()}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {way === 'prompt' ? (
            <>
              <Button className="max-sm:px-4!" onClick={accept}>
                {m.installYes()}
              </Button>
              <Button variant="quiet" className="max-sm:px-4!" onClick={close}>
                {m.installNo()}
              </Button>
            </>
          ) : (
            <Button variant="secondary" className="max-sm:px-4!" onClick={close}>
              {m.installSeen()}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}

function useInstallWay(): 'prompt' | 'menu' | null {
  const [canPrompt, setCanPrompt] = useState(hasInstallPrompt);
  useEffect(() => {
    const look = () => setCanPrompt(hasInstallPrompt());
    look();
    addEventListener('beforeinstallprompt', look);
    return () => removeEventListener('beforeinstallprompt', look);
  }, []);
  if (canPrompt) return 'prompt';
  return isApplePhone() ? 'menu' : null;
}

function isApplePhone() {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 0);
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

const OFFERED = 'installOffered';

/** Without storage it would be offered each time, so it counts as offered. */
const wasOffered = () => deviceStore.read(OFFERED) !== null;

const rememberOffer = () => deviceStore.write(OFFERED, '1');

/**
 * Shown where the use of notifications is clear. Shows `instead` if they are impossible, on,
 * refused, or were postponed recently.
 */
export function AskForPush({ instead = null }: { instead?: React.ReactNode }) {
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
        <BellPlus className="size-5.5" />
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
