import { useState } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Bell } from '#web/ui/icons.ts';

export function Inbox() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('home.notifications')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Bell size={22} />
      </IconButton>
      {open && <InboxDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** A placeholder until there are notifications. */
export function InboxDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  return (
    <Dialog title={t('home.notifications')} onClose={onClose}>
      <p className="flex flex-col items-center gap-3 py-8 text-center text-muted">
        <Bell size={36} />
        {t('inbox.empty')}
      </p>
    </Dialog>
  );
}
