import { useState } from 'react';
import { useT } from '../kit/i18n.tsx';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Bell } from '../ui/icons.tsx';

/** The notification control; until there are alerts it says so. */
export function Inbox() {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('home.notifications')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Bell size={22} />
      </IconButton>
      {open && (
        <Dialog title={t('home.notifications')} onClose={() => setOpen(false)}>
          <p className="flex flex-col items-center gap-3 py-8 text-center text-quiet">
            <Bell size={36} />
            {t('inbox.empty')}
          </p>
        </Dialog>
      )}
    </>
  );
}
