import { useState } from 'react';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { toast } from '#web/kit/toasts.ts';

export interface Shared {
  /** Path of the page, whatever address it is shown at. */
  path: string;
  /** In the language of the reader. */
  title: string;
  /** Called once the visitor has chosen where to. */
  onShared?: (() => void) | undefined;
}

/** The ways to share a page; `byDevice` is null where the device has no dialog for it, or refused (`hasFailed`). */
export function useShare({ path, title, onShared }: Shared) {
  const t = useT();
  const isHydrated = useHydrated();
  const [hasFailed, setHasFailed] = useState(false);
  const urlNow = () => `${location.origin}${path}${t.language === 'en' ? '?lang=en' : ''}`;
  const byDevice = async () => {
    try {
      await navigator.share({ title, text: title, url: urlNow() });
    } catch (error) {
      // The visitor closed the dialog, or it is open already. Otherwise the device refuses, and the menu takes its place.
      if (!['AbortError', 'InvalidStateError'].includes((error as Error).name)) setHasFailed(true);
      return;
    }
    onShared?.();
  };
  const openMessenger = (address: string) => {
    const text = encodeURIComponent(`${title} – ${urlNow()}`);
    // Without a window of its own where an app opens.
    if (address.startsWith('https:')) window.open(address + text, '_blank', 'noopener');
    else location.href = address + text;
    onShared?.();
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(urlNow());
    } catch {
      // Not allowed, or no HTTPS: the address can be copied by hand.
      toast({ tone: 'failed', title: t('share.copyFailed'), text: urlNow() });
      return;
    }
    toast({ tone: 'done', title: t('share.copied') });
    onShared?.();
  };
  return {
    byDevice: isHydrated && 'share' in navigator && !hasFailed ? byDevice : null,
    hasFailed,
    byWhatsApp: () => openMessenger('https://wa.me/?text='),
    byViber: () => openMessenger('viber://forward?text='),
    copy,
  };
}
