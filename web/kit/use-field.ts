/** A field as the form it stands in knows it. */
import { createContext, type FocusEvent, use } from 'react';
import { type FieldValues, type RegisterOptions, useFormState } from 'react-hook-form';
import { type FieldCode, isFieldCode } from '#core/contract/field-errors.ts';
import { useT } from './i18n.tsx';
import { afterPress } from './press.ts';
import type { Fields } from './use-submit.ts';

export const SubmissionContext = createContext<Fields | null>(null);

export function useSubmission(): Fields {
  const submission = use(SubmissionContext);
  if (!submission) throw new Error('a field stands in a Form');
  return submission;
}

/** Of what the server said of a form as a whole. */
export const refusalId = (formId: string) => `${formId}-refusal`;

export interface FieldWords {
  label: string;
  hint?: string | undefined;
  /** What is said of something wrong here, by its code, where that is not what it says anywhere. */
  wrong?: Partial<Record<FieldCode, string>> | undefined;
}

/** What stands around a control of this name, and what the control carries for those who cannot see that. */
export function useField(name: string, { label, hint, wrong = {} }: FieldWords) {
  const t = useT();
  const { id: formId, form, isRequired } = useSubmission();
  const { errors } = useFormState({ control: form.control });
  const fault = errors[name];
  const code = fault?.message;
  const known = isFieldCode(code) ? code : 'invalid';
  const error = code === undefined ? undefined : (wrong[known] ?? t(`validation.${known}`));
  const id = `${formId}-${name}`;
  // Said once where they are the same.
  const shownHint = hint === error ? undefined : hint;
  const required = isRequired(name);
  const why = error ? `${id}-error` : fault && refusalId(formId);
  const described = [why, shownHint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    frame: { id, label, hint: shownHint, error, required },
    aria: {
      id,
      'aria-required': required || undefined,
      'aria-invalid': fault ? true : undefined,
      'aria-describedby': described || undefined,
    },
  };
}

/** What is wrong moves what is below: it is not told before what was pressed as the field was left is done. */
export const onLeaving = (tell: (event: FocusEvent) => unknown) => (event: FocusEvent) => {
  const { target } = event;
  afterPress(() => target.isConnected && tell(event));
};

/** What ties a control to its form. */
export function useRegistered(name: string, options?: RegisterOptions<FieldValues, string>) {
  const { onBlur, ...rest } = useSubmission().form.register(name, options);
  return { ...rest, onBlur: onLeaving(onBlur) };
}

/** What somebody typed: nothing typed is nothing, not an empty text. */
const readText = (typed: string): unknown => typed.trim() || undefined;

/** Like `useField`, for what is typed or chosen from a list; `read` makes a value of it. */
export function useTypedField(name: string, words: FieldWords, read = readText) {
  const { frame, aria } = useField(name, words);
  // What was saved comes this way too, as the value it is.
  const setValueAs = (value: unknown) => (typeof value === 'string' ? read(value) : value);
  return { frame, control: { ...aria, ...useRegistered(name, { setValueAs }) } };
}
