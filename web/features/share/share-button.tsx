/** Shares a page: with the dialog of the device, else by a menu with messengers and the address to copy. */
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Share2 } from '#web/ui/more-icons.ts';
import { type Shared, useShare } from './use-share.ts';

/** @param text - Shown instead of the icon. */
export function ShareButton({ text, ...shared }: Shared & { text?: string }) {
  const t = useT();
  const { byDevice, hasFailed, byWhatsApp, byViber, copy } = useShare(shared);
  const icon = <Share2 size={20} />;
  if (byDevice && text) {
    return (
      <Button variant="secondary" onClick={() => void byDevice()}>
        {text}
      </Button>
    );
  }
  if (byDevice) {
    return (
      <IconButton label={t('share.action')} onClick={() => void byDevice()} className="border border-line bg-surface">
        {icon}
      </IconButton>
    );
  }
  const items = [
    { label: 'WhatsApp', onChoose: byWhatsApp },
    { label: 'Viber', onChoose: byViber },
    { label: t('share.copy'), onChoose: () => void copy() },
  ];
  return (
    <Menu
      key={String(hasFailed)}
      label={t('share.action')}
      text={text}
      items={items}
      icon={icon}
      startsOpen={hasFailed}
    />
  );
}
