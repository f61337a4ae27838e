import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';

type PinButtonProps = {
  isFixed: boolean;
  /** In metres. */
  onStep: (step: { north: number; east: number }) => void;
  onDrag: (point: { x: number; y: number }) => void;
  onDrop: (point: { x: number; y: number }) => void;
  /** The drag was cancelled, and the pin must return to its position. */
  onDragEnd: () => void;
};

const STEP_METRES = 5;
const LARGE_STEP_METRES = 50;
/**
 * The offset from the finger to the pin's tip, so that the pin does not jump when a drag starts.
 */
type Grip = { x: number; y: number; hasMoved: boolean };

const steps: Record<string, { north: number; east: number }> = {
  ArrowUp: { north: 1, east: 0 },
  ArrowDown: { north: -1, east: 0 },
  ArrowRight: { north: 0, east: 1 },
  ArrowLeft: { north: 0, east: -1 },
};

/**
 * The pin, whose tip marks the position. It is dragged by finger or mouse, and moved with the arrow
 * keys while focused.
 */
export function PinButton({ isFixed, onStep, onDrag, onDrop, onDragEnd }: PinButtonProps) {
  const grip = useRef<Grip | null>(null);
  if (isFixed) {
    return (
      <span role="img" aria-label={m.pinLabelFixed()}>
        <PinShape />
      </span>
    );
  }

  const tip = (event: PointerEvent) => ({
    x: event.clientX + (grip.current?.x ?? 0),
    y: event.clientY + (grip.current?.y ?? 0),
  });
  const take = (event: PointerEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    grip.current = {
      x: box.left + box.width / 2 - event.clientX,
      y: box.bottom - event.clientY,
      hasMoved: false,
    };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    if (!grip.current) return;
    grip.current.hasMoved = true;
    onDrag(tip(event));
  };
  const drop = (event: PointerEvent) => {
    const held = grip.current;
    if (held?.hasMoved) onDrop(tip(event));
    grip.current = null;
  };
  const cancel = () => {
    grip.current = null;
    onDragEnd();
  };
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    // Otherwise the page and the map would scroll too.
    event.preventDefault();
    event.stopPropagation();
    const metres = event.shiftKey ? LARGE_STEP_METRES : STEP_METRES;
    onStep({ north: step.north * metres, east: step.east * metres });
  };

  return (
    <button
      type="button"
      aria-label={m.pinLabel()}
      onPointerDown={take}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={cancel}
      onKeyDown={press}
      className="block cursor-grab touch-none rounded-full active:cursor-grabbing"
    >
      <PinShape />
    </button>
  );
}

function PinShape() {
  return (
    <svg aria-hidden="true" viewBox="0 0 44 52" className="block h-13 w-11 drop-shadow-md">
      <path
        d="M22 51C20 45 6 33 6 20a16 16 0 0 1 32 0c0 13-14 25-16 31Z"
        className="fill-leaf-strong stroke-white"
        strokeWidth="2"
      />
      <circle cx="22" cy="20" r="6.5" className="fill-maize" />
    </svg>
  );
}
