import { TextField, type TextFieldProps } from './text-field.tsx';

/** A code that is used once: digits of an app, which phones offer to fill in, or letters and digits that somebody kept. */
export function CodeField({ isWord = false, ...field }: Pick<TextFieldProps, 'label' | 'hint'> & { isWord?: boolean }) {
  return (
    <TextField
      {...field}
      name="code"
      autoComplete={isWord ? 'off' : 'one-time-code'}
      inputMode={isWord ? 'text' : 'numeric'}
      autoCapitalize={isWord ? 'characters' : 'none'}
      autoCorrect="off"
      spellCheck={false}
      className="tracking-[0.15em]"
    />
  );
}
