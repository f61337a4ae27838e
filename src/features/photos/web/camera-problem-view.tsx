import { type ChangeEvent, useState } from 'react';
import { isMobile } from '#platform/web/ui/browser/device.ts';
import { Button, buttonClass } from '#platform/web/ui/form/button.tsx';
import { m } from '#text';
import type { CameraProblem } from './camera.ts';

const sentences = {
  denied: { what: m.cameraDenied, help: m.cameraDeniedHelp },
  none: { what: m.cameraNone, help: m.messagesVoiceNoneHelp },
  inUse: { what: m.cameraInUse, help: m.cameraInUseHelp },
  insecure: { what: m.cameraFailed, help: m.cameraInsecure },
  failed: { what: m.cameraFailed, help: m.cameraFailedHelp },
} as const satisfies Record<CameraProblem, { what: () => string; help: () => string }>;

type CameraProblemViewProps = {
  problem: CameraProblem;
  onRetry: () => void;
  onChosen: (files: Iterable<File>) => void;
};

/**
 * Says why there is no picture and what may help. On a phone it offers the phone's own camera app.
 */
export function CameraProblemView({ problem, onRetry, onChosen }: CameraProblemViewProps) {
  const [hasOwnCamera] = useState(isMobile);
  const { what, help } = sentences[problem];
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    if (target.files) onChosen([...target.files]);
    // Reset, so that choosing the same file again fires a change.
    target.value = '';
  };
  return (
    <div role="alert" className="m-auto grid max-w-form justify-items-center gap-4 p-6 text-center">
      <p className="font-bold text-xl">{what()}</p>
      <p>{help()}</p>
      <Button variant="gold" onClick={onRetry}>
        {m.retry()}
      </Button>
      {hasOwnCamera && (
        <label
          className={`${buttonClass({ variant: 'outline' })} has-focus-visible:outline-3 has-focus-visible:outline-white`}
        >
          {m.cameraChoose()}
          <input
            type="file"
            accept="image/*"
            capture="environment"
            multiple
            className="sr-only"
            onChange={choose}
          />
        </label>
      )}
    </div>
  );
}
