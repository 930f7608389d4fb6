import { useT } from '#web/kit/i18n.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface Props extends Pick<TextFieldProps, 'label' | 'hint'> {
  kind: 'app' | 'recovery' | 'either';
}

/** A code that is used once: digits of an app, which phones offer to fill in, or letters and digits that somebody kept. */
export function CodeField({ kind, ...field }: Props) {
  const t = useT();
  const isWord = kind !== 'app';
  return (
    <TextField
      {...field}
      name="code"
      wrong={kind === 'app' ? {} : { wrongCode: t(`validation.wrongCode.${kind}`) }}
      autoComplete={isWord ? 'off' : 'one-time-code'}
      inputMode={isWord ? 'text' : 'numeric'}
      autoCapitalize={isWord ? 'characters' : 'none'}
      autoCorrect="off"
      spellCheck={false}
      className="tracking-[0.15em]"
    />
  );
}
