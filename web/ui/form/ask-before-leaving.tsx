import { type ReactNode, useState } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { UnsavedContext, useLeaving } from '#web/kit/leaving.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';

/** Around the forms of a page that say what is not saved. `onDiscard` is told when somebody leaves it so. */
export function AskBeforeLeaving({ onDiscard, children }: { onDiscard: () => void; children: ReactNode }) {
  const t = useT();
  const { isAsking, tell, stay, leave } = useLeaving();
  const [told] = useState(() => tell);
  return (
    <UnsavedContext value={told}>
      {children}
      {isAsking && (
        <Dialog title={t('form.leave.title')} onClose={stay}>
          <div className="flex flex-wrap justify-end gap-3 pt-2">
            <Button
              look="quiet"
              onClick={() => {
                onDiscard();
                leave();
              }}
            >
              {t('form.leave.action')}
            </Button>
            <Button data-first="" onClick={stay}>
              {t('form.discard.keep')}
            </Button>
          </div>
        </Dialog>
      )}
    </UnsavedContext>
  );
}
