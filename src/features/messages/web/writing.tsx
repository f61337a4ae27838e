import { useEffect, useState } from 'react';
import { m } from '#platform/rules/text/compiled/messages.js';
import { lazy } from '#platform/web/ui/browser/lazy.tsx';
import { Composer } from './composer.tsx';
import { Icon } from './icons.tsx';
import { ChosenPhotoRow, PhotoButton } from './media/photo-choice.tsx';
import { useChosenPhotos } from './media/use-chosen-photos.ts';
import { voiceType } from './media/voice-type.ts';
import type { Target } from './queue/pending-messages.ts';
import type { useQueue } from './queue/use-queue.ts';

/** Loaded when the user wants to record a voice note. */
const LazyVoiceRecorder = lazy(
  () => import('./media/voice-recorder.tsx').then(({ VoiceRecorder }) => VoiceRecorder),
  <div className="min-h-16 border-line border-t bg-card" />,
);

type WritingProps = {
  to: Target;
  queue: Pick<ReturnType<typeof useQueue>, 'send' | 'sendFiles'>;
  isFocused: boolean;
  /**
   * Called with whether there are chosen photos or a voice note in progress, which are lost when
   * the component unmounts.
   */
  onHolding?: (isHolding: boolean) => void;
};

/** The field for writing, adding photos, or recording a voice note. */
export function Writing({ to, queue, isFocused, onHolding }: WritingProps) {
  const chosen = useChosenPhotos();
  const [type] = useState(voiceType);
  const [speaking, setSpeaking] = useState<'not' | 'now' | 'before'>('not');
  const stop = () => setSpeaking('before');
  const count = chosen.photos.length;
  const isHolding = speaking === 'now' || count > 0;
  useEffect(() => onHolding?.(isHolding), [onHolding, isHolding]);
  if (speaking === 'now' && type) {
    return (
      <LazyVoiceRecorder
        type={type}
        onSend={(file, seconds) => {
          queue.sendFiles({ text: '', media: { kind: 'voice', seconds }, files: [file] });
          stop();
        }}
        onClose={stop}
      />
    );
  }
  const send = (text: string) => {
    if (count === 0) queue.send(text);
    else queue.sendFiles({ text, media: { kind: 'photo', count }, files: chosen.take() });
  };
  return (
    <Composer
      to={to}
      onSend={send}
      isFocused={isFocused || speaking === 'before'}
      above={<ChosenPhotoRow chosen={chosen} />}
      hasMore={count > 0}
      instead={type && <SpeakButton onClick={() => setSpeaking('now')} />}
    >
      {!chosen.isFull && <PhotoButton chosen={chosen} />}
    </Composer>
  );
}

const SpeakButton = ({ onClick }: { onClick: () => void }) => (
  <button
    type="button"
    aria-label={m.messagesVoiceRecord()}
    onClick={onClick}
    className="grid size-12 shrink-0 place-items-center rounded-full bg-leaf-solid text-white hover:bg-leaf-strong"
  >
    <Icon name="voice" className="size-5.5" />
  </button>
);
