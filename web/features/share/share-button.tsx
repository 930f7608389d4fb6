/** Shares a page: with the dialog of the device, else by a menu with messengers and the address to copy. */
import { useState } from 'react';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { useHydrated } from '#web/kit/router/page-state.ts';
import { toast } from '#web/kit/toasts.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Share2 } from '#web/ui/more-icons.ts';

interface Props {
  /** Path of the page, whatever address it is shown at. */
  path: string;
  /** In the language of the reader. */
  title: string;
  /** Called once the visitor has chosen where to. */
  onShared?: () => void;
}

export function ShareButton({ path, title, onShared }: Props) {
  const t = useT();
  const isHydrated = useHydrated();
  const [hasFailed, setHasFailed] = useState(false);
  const urlNow = () => `${location.origin}${path}${t.language === 'en' ? '?lang=en' : ''}`;
  const icon = <Share2 size={20} />;

  const shareByDevice = async () => {
    try {
      await navigator.share({ title, text: title, url: urlNow() });
    } catch (error) {
      // The visitor closed the dialog, or it is open already. Otherwise the device refuses, and the menu takes its place.
      if (!['AbortError', 'InvalidStateError'].includes((error as Error).name)) setHasFailed(true);
      return;
    }
    onShared?.();
  };
  if (isHydrated && 'share' in navigator && !hasFailed) {
    return (
      <IconButton
        label={t('share.action')}
        onClick={() => void shareByDevice()}
        className="border border-line bg-surface"
      >
        {icon}
      </IconButton>
    );
  }

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
  const items = [
    { label: 'WhatsApp', onChoose: () => openMessenger('https://wa.me/?text=') },
    { label: 'Viber', onChoose: () => openMessenger('viber://forward?text=') },
    { label: t('share.copy'), onChoose: () => void copy() },
  ];
  return <Menu key={String(hasFailed)} label={t('share.action')} items={items} icon={icon} startsOpen={hasFailed} />;
}
