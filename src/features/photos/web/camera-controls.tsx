import { SwitchCamera } from 'lucide-react';
import { Button } from '#platform/web/ui/form/button.tsx';
import { m } from '#text';

type CameraControlsProps = {
  isLive: boolean;
  isFull: boolean;
  hasPhotos: boolean;
  onCancel: () => void;
  onTake: () => void;
  onSwitch: () => void;
  onDone: () => void;
};

/** The shutter is within reach of a thumb. */
export function CameraControls({
  isLive,
  isFull,
  hasPhotos,
  onCancel,
  onTake,
  onSwitch,
  onDone,
}: CameraControlsProps) {
  const canTake = isLive && !isFull;
  return (
    <div className="grid gap-3 px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))]">
      <div className="grid grid-cols-3 items-center justify-items-center">
        <span />
        <button
          type="button"
          aria-label={m.cameraTake()}
          aria-disabled={!canTake || undefined}
          onClick={() => canTake && onTake()}
          className="size-18 rounded-full border-4 border-white bg-white/90 outline-offset-4 focus-visible:outline-white active:bg-maize aria-disabled:opacity-40"
        />
        <button
          type="button"
          aria-label={m.cameraSwitch()}
          onClick={onSwitch}
          className="grid size-12 place-items-center rounded-full bg-white/15 focus-visible:outline-white"
        >
          <SwitchCamera aria-hidden="true" className="size-6" />
        </button>
      </div>
      {/* White text, because the reason why Done is disabled appears on black. */}
      <div className="grid grid-cols-2 items-start gap-3 [&_span]:text-white!">
        <Button
          variant="outline"
          className="hover:bg-white/15 focus-visible:outline-white"
          onClick={onCancel}
        >
          {m.cancel()}
        </Button>
        <Button
          variant="gold"
          disabledReason={hasPhotos ? undefined : m.cameraDoneNeedsPhoto()}
          onClick={onDone}
        >
          {m.cameraDone()}
        </Button>
      </div>
    </div>
  );
}
