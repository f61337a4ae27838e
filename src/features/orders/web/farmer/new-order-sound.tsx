import { Bell, BellOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { m } from '#text';
import { buttonClass } from '#ui/elements.tsx';
import { deviceStore } from '#web/storage.ts';

/** Per device, because a farm may want the sound on one phone only. */
const KEY = 'newOrderSound';
const NOTES_HERTZ = [660, 880];
const NOTE_SECONDS = 0.18;
const LOUDNESS = 0.2;

const listeners = new Set<() => void>();
let isOnWithoutStorage = false;

export function isSoundOn(): boolean {
  const stored = deviceStore.read(KEY);
  return stored === undefined ? isOnWithoutStorage : stored === 'on';
}

function setSound(isOn: boolean) {
  isOnWithoutStorage = isOn;
  deviceStore.write(KEY, isOn ? 'on' : 'off');
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** A browser stays silent until the user has interacted with the page. */
export function play() {
  const context = new AudioContext();
  const gain = context.createGain();
  gain.gain.value = LOUDNESS;
  gain.connect(context.destination);
  for (const [index, hertz] of NOTES_HERTZ.entries()) {
    const note = context.createOscillator();
    note.frequency.value = hertz;
    note.connect(gain);
    note.start(context.currentTime + index * NOTE_SECONDS);
    note.stop(context.currentTime + (index + 1) * NOTE_SECONDS);
    note.onended = index === NOTES_HERTZ.length - 1 ? () => void context.close() : null;
  }
}

export function SoundSwitch() {
  const isOn = useSyncExternalStore(subscribe, isSoundOn);
  const Icon = isOn ? Bell : BellOff;
  const change = () => {
    setSound(!isOn);
    if (!isOn) play();
  };
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      onClick={change}
      className={buttonClass({ variant: isOn ? 'secondary' : 'quiet', size: 'small' })}
    >
      <Icon className="size-5" />
      {m.orderSound()}
    </button>
  );
}
