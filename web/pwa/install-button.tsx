import { useState } from 'react';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { FormDialog, lazyForm } from '#web/ui/form/form-dialog.tsx';
import { Check } from '#web/ui/icons.ts';
import { Download } from '#web/ui/more-icons.ts';
import { install, useInstallation } from './install.ts';

const Instructions = lazyForm(async () => (await import('./install-instructions.tsx')).InstallInstructions, ['app']);

/** Opens the prompt of the browser, or says how to install where there is none. 'Installed' afterwards. */
export function InstallButton() {
  const t = useT();
  const installation = useInstallation();
  const [isOpen, setOpen] = useState(false);
  if (installation === 'unknown') return null;
  const style = 'inline-flex min-h-11 items-center gap-2 font-semibold';
  if (installation === 'installed')
    return (
      <span className={style}>
        <Check size={18} className="text-brand" />
        {t('install.installed')}
      </span>
    );
  return (
    <>
      <button
        type="button"
        aria-haspopup={installation === 'manual' ? 'dialog' : undefined}
        onClick={() => (installation === 'promptable' ? void install() : setOpen(true))}
        className={`${style} text-brand hover:underline`}
      >
        <Download size={18} />
        {t('install.button')}
      </button>
      {isOpen && (
        <FormDialog title={t('install.title')} onClose={() => setOpen(false)}>
          <Instructions />
        </FormDialog>
      )}
    </>
  );
}
