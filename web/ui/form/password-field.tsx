import { useState } from 'react';
import { useT } from '#web/kit/i18n.tsx';
import { IconButton } from '../button.tsx';
import { Eye, EyeOff } from '../icons.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

/** Spaces are part of it. */
const readPassword = (typed: string) => typed || undefined;

/** A password that can be looked at. */
export function PasswordField(field: Omit<TextFieldProps, 'type' | 'read' | 'children'>) {
  const t = useT();
  const [visible, setVisible] = useState(false);
  return (
    <TextField {...field} type={visible ? 'text' : 'password'} read={readPassword}>
      <IconButton
        label={visible ? t('form.hidePassword') : t('form.showPassword')}
        onClick={() => setVisible(!visible)}
      >
        {visible ? <EyeOff size={20} /> : <Eye size={20} />}
      </IconButton>
    </TextField>
  );
}
