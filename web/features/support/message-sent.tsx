import { use, useEffect, useEffectEvent, useRef, useState } from 'react';
import { announce } from '#web/kit/announce.tsx';
import { useT } from '#web/kit/i18n.tsx';
import { toast } from '#web/kit/toasts.ts';
import { UnsavedChangesContext } from '#web/kit/unsaved-changes.ts';
import { Check } from '#web/ui/icons.tsx';

/** Spec 2 §9. */
const SHOWN_MS = 2000;

/** Whether it was sent; who closed the dialog meanwhile is told by a message alone. */
export function useSent() {
  const t = useT();
  const [isSent, setSent] = useState(false);
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const onSent = () => (isThere.current ? setSent(true) : toast({ tone: 'done', title: t('help.sent.toast') }));
  return { isSent, isThere, onSent };
}

/** Stands in place of the form for a moment, and closes its dialog. */
export function MessageSent({ onDone }: { onDone: () => void }) {
  const t = useT();
  const title = useRef<HTMLParagraphElement>(null);
  const typed = use(UnsavedChangesContext);
  const tell = useEffectEvent(() => {
    toast({ tone: 'done', title: t('help.sent.toast'), isHeard: true });
    announce(t('help.sent.text'));
  });
  const leave = useEffectEvent(onDone);
  useEffect(() => {
    // There is nothing left to lose.
    if (typed) typed.current = null;
    title.current?.focus();
    tell();
    const timer = setTimeout(() => leave(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div data-keep-clear="" className="flex flex-col items-center gap-3 py-8 text-center">
      <span className="text-olive">
        <Check size={36} />
      </span>
      <p ref={title} tabIndex={-1} className="font-display text-xl font-semibold">
        {t('help.sent')}
      </p>
      <p className="text-muted">{t('help.sent.text')}</p>
    </div>
  );
}
