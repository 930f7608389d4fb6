import { type ReactNode, useState } from 'react';
import { Button } from '../button.tsx';
import { FormDialog } from './form-dialog.tsx';

interface Props {
  /** What the button says, and the dialog. */
  title: string;
  look?: 'primary' | 'quiet' | 'plain' | 'danger';
  className?: string;
  /** The form, a `lazyForm`, that closes its dialog when it is done. */
  children: (close: () => void) => ReactNode;
}

/** A button that opens a form in a dialog. */
export function FormButton({ title, children, ...button }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <Button {...button} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {title}
      </Button>
      {isOpen && (
        <FormDialog title={title} onClose={close}>
          {children(close)}
        </FormDialog>
      )}
    </>
  );
}
