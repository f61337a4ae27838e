import { m } from '#platform/rules/text/compiled/messages.js';
import { Notice } from '#platform/web/ui/feedback/notice.tsx';
import type { StockSteps } from './use-stock-steps.ts';

/**
 * Says what the last press did, with Undo. At the bottom of the screen, within reach of the thumb.
 */
export function UndoBar({ steps: { undoable, undo } }: { steps: StockSteps }) {
  if (!undoable) return null;
  return (
    <div className="sticky bottom-20 z-20 lg:bottom-4">
      <Notice type="info" className="shadow-raised">
        {undoable.text}{' '}
        <button type="button" className="link min-h-11 px-1" onClick={() => undo(undoable)}>
          {m.cartUndo()}
        </button>
      </Notice>
    </div>
  );
}
