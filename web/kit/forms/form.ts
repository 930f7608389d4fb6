/** Form state: values, errors, progress and refusals. Values are kept until success. */
import { zodResolver } from '@hookform/resolvers/zod';
import { hashKey, useMutation } from '@tanstack/react-query';
import { createContext, type FocusEvent, type FormEvent, use, useId, useRef, useState } from 'react';
import {
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
  useForm,
  useFormState,
} from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError, isRefusal } from '#core/contract/call.ts';
import { codeOf, type FieldCode, type FormShape, isFieldCode, type ValuesOf } from '#core/contract/field-errors.ts';
import { codeOfRefusal } from '#web/kit/data/api.ts';
import { useOffline } from '#web/kit/data/online.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { dismissToast, latestToast, toast } from '#web/kit/toasts.ts';

interface SubmitOptions<Shape extends FormShape, Answer> {
  /** The schema, the same one that the server validates with. */
  shape: Shape;
  /** Initial values; an empty field is absent or null. */
  start?: { [Name in keyof ValuesOf<Shape>]?: unknown };
  /** `changes`: only fields that differ from their initial values, null where emptied, so that concurrent changes stay. */
  send: (values: ValuesOf<Shape>, changes: Partial<ValuesOf<Shape>>) => Promise<Answer>;
  /** The form is busy until this resolves. */
  onDone: (answer: Answer) => unknown;
  onFailed?: (values: ValuesOf<Shape>, error: unknown) => void;
  /** Whether the form is unmounted after success (or after this answer) and stays busy until then; otherwise it can be sent again. */
  leaves?: boolean | ((answer: Answer) => boolean);
  /** Shown when the server gives no reason. */
  failed: string;
  /** Title of the toast about a failure; "Error" by default. */
  failedTitle?: string;
  /** Shown instead when there was no answer and the outcome is unknown. */
  unknown?: string;
  /** Names of fields by their names on the server, where they differ. */
  serverNames?: Record<string, keyof ValuesOf<Shape> & string>;
  /** By error code: the fields that a refusal is about although the server does not name them, with their error codes. */
  blames?: Record<string, { [Name in keyof ValuesOf<Shape>]?: FieldCode | undefined }>;
}

/** State for the fields. */
export interface Fields {
  id: string;
  form: UseFormReturn<FieldValues, unknown, FieldValues>;
  isRequired: (name: string) => boolean;
  hasRequired: boolean;
}

/** State for the form and its button. */
export interface Submission extends Fields {
  submit: (event: FormEvent<HTMLFormElement>) => void;
  /** Sending, or done and about to be unmounted. */
  isBusy: boolean;
  /** Why the last attempt was refused, unless the error is at a field. */
  refusal: string | null;
  attempts: number;
  /** Id of the toast about the last failure; null without one. */
  saidIn: number | null;
  /** Clears errors and the toast of the last attempt; values stay. */
  forget: () => void;
}

type Progress = { state: 'open' | 'sending' | 'left' } | { state: 'refused'; reason: string };

export function useSubmit<Shape extends FormShape, Answer>(options: SubmitOptions<Shape, Answer>): Submission {
  const { shape, start = {}, send, onDone, leaves = false, failed, serverNames = {}, blames = {} } = options;
  const t = useT();
  const offline = useOffline();
  const fields = useFields({ shape, start });
  const { form } = fields;
  const [progress, setProgress] = useState<Progress>({ state: 'open' });
  // Guards against a second submit before the first has been rendered.
  const isSubmitting = useRef(false);
  const { mutateAsync } = useMutation({
    mutationFn: (values: ValuesOf<Shape>) =>
      send(values, changesIn(shape, { before: form.formState.defaultValues, values })),
  });

  const { saidIn, show, leaveToOthers, dismiss } = useFailureToast(options.failedTitle ?? t('common.error'));
  const attempt = async (values: ValuesOf<Shape>): Promise<Progress> => {
    if (offline) {
      show(t('offline.needsConnection'));
      return { state: 'refused', reason: t('offline.needsConnection') };
    }
    setProgress({ state: 'sending' });
    try {
      const answer = await mutateAsync(values);
      // The sent values are the initial ones from now on.
      form.reset(form.getValues(), { keepValues: true });
      await onDone(answer);
      return { state: (typeof leaves === 'function' ? leaves(answer) : leaves) ? 'left' : 'open' };
    } catch (error) {
      const isSessionEnded = codeOfRefusal(error) === 'access.notAuthenticated';
      const said = isSessionEnded ? t('auth.sessionEnded') : error instanceof ApiError && error.said;
      const reason = said || (isRefusal(error) ? failed : (options.unknown ?? failed));
      options.onFailed?.(values, error);
      const named = fieldErrorsOf(error, serverNames).filter(([name]) => fieldOf(shape, name));
      const focusedBefore = document.activeElement;
      setErrors(form, named.length > 0 ? named : Object.entries(blames[codeOfRefusal(error) ?? ''] ?? {}));
      if (isSessionEnded) leaveToOthers();
      // A field that got focus is read with its error.
      else show(reason, document.activeElement !== focusedBefore);
      if (named.length > 0) return { state: 'open' };
      return { state: 'refused', reason };
    }
  };
  const submit = async () => {
    setProgress({ state: 'open' });
    dismiss();
    let values: ValuesOf<Shape> | undefined;
    await form.handleSubmit((valid) => {
      values = valid as ValuesOf<Shape>;
    })();
    if (values) setProgress(await attempt(values));
  };
  const isBusy = progress.state === 'sending' || progress.state === 'left';

  return {
    ...fields,
    submit: (event) => {
      event.preventDefault();
      // React bubbles the event out of a dialog into the form that opened it.
      event.stopPropagation();
      if (isBusy || isSubmitting.current) return;
      isSubmitting.current = true;
      readControls({ form, shape }, event.currentTarget);
      void submit().finally(() => {
        isSubmitting.current = false;
      });
    },
    isBusy,
    refusal: progress.state === 'refused' ? progress.reason : null,
    attempts: form.formState.submitCount,
    saidIn,
    forget: () => {
      setProgress((last) => (last.state === 'refused' ? { state: 'open' } : last));
      form.clearErrors();
      dismiss();
    },
  };
}

/** The fields of a shape, for a form that is sent in another way. */
export function useFields<Shape extends FormShape>({
  shape,
  start = {},
}: Pick<SubmitOptions<Shape, unknown>, 'shape' | 'start'>): Fields {
  const id = useId();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver<FieldValues, unknown, FieldValues>(shape, { error: codeOf }),
    defaultValues: withoutNulls(start),
  });
  const isRequired = requiredBy(shape);
  return { id, form, isRequired, hasRequired: Object.keys(shape.shape).some(isRequired) };
}

/** The schema of a field by its path, such as `faq.0.answer`; null where the shape has none. */
function fieldOf(shape: FormShape, path: string): z.ZodMiniType | null {
  let found: unknown = shape;
  for (const part of path.split('.')) {
    while (found instanceof z.ZodMiniOptional || found instanceof z.ZodMiniNullable) found = found.def.innerType;
    if (found instanceof z.ZodMiniArray) found = found.def.element;
    else found = found instanceof z.ZodMiniObject ? found.shape[part] : null;
  }
  return (found as z.ZodMiniType | undefined) ?? null;
}

/** Whether a field must be filled, or a checkbox ticked. */
const requiredBy =
  (shape: FormShape) =>
  (path: string): boolean => {
    const field = fieldOf(shape, path);
    if (import.meta.env.DEV && !field) throw new Error(`no field ${path} in the shape of the form`);
    return ![undefined, false].some((nothing) => field?.safeParse(nothing).success);
  };

/** Password managers fill controls without events. */
function readControls(
  { form, shape }: { form: Submission['form']; shape: FormShape },
  { elements }: HTMLFormElement,
): void {
  for (const control of elements as Iterable<Element> as Iterable<HTMLInputElement>) {
    const { name, type, value, checked } = control;
    if (!fieldOf(shape, name) || type === 'file' || (type === 'radio' && !checked)) continue;
    form.setValue(name, type === 'checkbox' ? checked : value);
  }
}

/** No toast of a form has this id: the failure is shown by another component. */
const OF_OTHERS = 0;

function useFailureToast(title: string) {
  const [saidIn, setSaidIn] = useState<number | null>(null);
  return {
    saidIn,
    show(text: string, isAnnounced = false) {
      toast({ tone: 'failed', title, text: text === title ? undefined : text, isAnnounced });
      setSaidIn(latestToast());
    },
    leaveToOthers: () => setSaidIn(OF_OTHERS),
    dismiss() {
      if (saidIn !== null) dismissToast(saidIn);
      setSaidIn(null);
    },
  };
}

/** Empty values are equal. */
const isSame = (one: unknown, other: unknown) => hashKey([one || null]) === hashKey([other || null]);

/** Both are compared as the schema reads them. */
function changesIn<Shape extends FormShape>(
  { shape }: Shape,
  { before = {}, values }: { before: FieldValues | undefined; values: FieldValues },
): Partial<ValuesOf<Shape>> {
  const changed = Object.entries(shape).filter(([name, field]) => {
    const { success, data } = field.safeParse(before[name]);
    // An invalid initial value counts as changed once emptied.
    return !isSame(success ? data : before[name], values[name]);
  });
  return Object.fromEntries(changed.map(([name]) => [name, values[name] ?? null])) as Partial<ValuesOf<Shape>>;
}

/**
 * Shows what was saved elsewhere meanwhile in the fields that were not changed here; these are the initial values from now on.
 * Returns the fields that were changed in both places.
 */
export function takeOver({ form }: Pick<Fields, 'form'>, saved: object): string[] {
  const { defaultValues: before = {} } = form.formState;
  const after = withoutNulls(saved);
  const changed = Object.entries(form.getValues()).filter(([name, value]) => !isSame(value, before[name]));
  form.reset(after, { keepSubmitCount: true });
  for (const [name, value] of changed) form.setValue(name, value, { shouldDirty: true });
  const inBoth = changed.filter(([name, value]) => ![value, before[name]].some((one) => isSame(one, after[name])));
  return inBoth.map(([name]) => name);
}

const withoutNulls = (start: object): FieldValues =>
  Object.fromEntries(Object.entries(start).filter(([, value]) => value !== null));

/** A field with its error code; without a code the refusal itself describes it. */
type FieldError = readonly [name: string, code: unknown];

function setErrors(form: Submission['form'], errors: readonly FieldError[]): void {
  const first = errors.find(([, code]) => code !== undefined) ?? errors[0];
  for (const each of errors) {
    const [name, code] = each;
    const error = code === undefined ? { type: 'refused' } : { message: String(code) };
    form.setError(name, error, { shouldFocus: each === first });
  }
}

/** The field errors in the server's answer, under the names of this form. */
function fieldErrorsOf(error: unknown, names: Record<string, string>): FieldError[] {
  const details = error instanceof ApiError ? error.details : null;
  const fields = (details as { fields?: unknown } | null | undefined)?.fields;
  const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  return Object.entries(isObject ? fields : {}).map(([name, code]) => [names[name] ?? name, code]);
}

export const SubmissionContext = createContext<Fields | null>(null);

export function useFormContext(): Fields {
  const submission = use(SubmissionContext);
  if (!submission) throw new Error('a field must be inside a Form');
  return submission;
}

/** Id of the element that shows the refusal of a form. */
export const refusalId = (formId: string) => `${formId}-refusal`;

export interface FieldWords {
  label: string;
  hint?: string | undefined;
  /** Error messages by code, where they differ from the usual ones. */
  wrong?: Partial<Record<FieldCode, string>> | undefined;
}

/** Props for the frame around a control, and ARIA attributes for the control. */
export function useField(name: string, { label, hint, wrong = {} }: FieldWords) {
  const t = useT();
  const { id: formId, form, isRequired } = useFormContext();
  const { errors } = useFormState({ control: form.control });
  const fault = get(errors, name) as { message?: string } | undefined;
  const code = fault?.message;
  const known = isFieldCode(code) ? code : 'invalid';
  const error = code === undefined ? undefined : (wrong[known] ?? t(`validation.${known}`));
  const id = `${formId}-${name}`;
  // Where hint and error are the same, only one is shown.
  const shownHint = hint === error ? undefined : hint;
  const required = isRequired(name);
  const errorId = error ? `${id}-error` : fault && refusalId(formId);
  const described = [errorId, shownHint && `${id}-hint`].filter(Boolean).join(' ');
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

/**
 * Validates a field on blur. Where the blur comes from a press, validation waits for its end: the error that appears
 * would move the pressed button away from the pointer, and its click would be lost.
 */
export const validateOnBlur = (validate: (event: FocusEvent) => unknown) => (event: FocusEvent) => {
  const { target } = event;
  const run = () => target.isConnected && validate(event);
  if (!document.querySelector(':is(a, button, label):active')) return void run();
  addEventListener('pointerup', () => setTimeout(run), { once: true });
};

/** Registers a control with its form. */
export function useRegistered(name: string, options?: RegisterOptions<FieldValues, string>) {
  const { onBlur, ...rest } = useFormContext().form.register(name, options);
  return { ...rest, onBlur: validateOnBlur(onBlur) };
}

/** An empty text is no value. */
const readText = (typed: string): unknown => typed.trim() || undefined;

/** Like `useField`, for text inputs and selects; `read` parses the typed text. */
export function useTypedField(name: string, words: FieldWords, read = readText) {
  const { frame, aria } = useField(name, words);
  // Also called with initial values, already parsed.
  const setValueAs = (value: unknown) => (typeof value === 'string' ? read(value) : value);
  return { frame, control: { ...aria, ...useRegistered(name, { setValueAs }) } };
}
