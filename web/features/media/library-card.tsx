import { useState } from 'react';
import type { User } from '#core/contract/accounts/accounts.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { Button } from '#web/ui/button.tsx';
import { CardSection } from '#web/ui/card-section.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';

const MediaLibrary = lazyForm(async () => (await import('./media-library.tsx')).MediaLibrary, ['media']);

/** Opens the media library, where dealers manage their own files. */
export function LibraryCard({ user }: { user: User }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <CardSection title={t('media.title')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-[1_1_16rem]">{t('media.about')}</p>
        <Button variant="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t('media.open')}
        </Button>
      </div>
      {isOpen && (
        <FormDialog title={t('media.title')} onClose={() => setOpen(false)}>
          <MediaLibrary user={user} />
        </FormDialog>
      )}
    </CardSection>
  );
}
