/**
 * A form from its first key to the server's answer: what was typed, what is wrong with it, whether it is on its way,
 * and why it was refused. What was typed survives everything but success.
 */
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import { type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError, isRefusal } from '#core/contract/call.ts';
import type { FieldCode } from '#core/contract/field-errors.ts';
import { codeOf, type FormShape, type ValuesOf } from '#core/contract/field-errors.ts';
import { codeOfRefusal } from './api.ts';
import { useT } from './i18n.tsx';
import { useOffline } from './online.ts';
import { dismissToast, latestToast, toast } from './toasts.ts';

interface Sending<Shape extends FormShape, Answer> {
  /** What may be sent: the shape the server asks too. */
  shape: Shape;
  /** What stands in the fields at first; an empty field is absent or null. */
  start?: { [Name in keyof ValuesOf<Shape>]?: unknown };
  send: (values: ValuesOf<Shape>) => Promise<Answer>;
  /** The form stays busy until this is over. */
  onDone: (answer: Answer) => unknown;
  /** Told what could not be sent, and why. */
  onFailed?: (values: ValuesOf<Shape>, error: unknown) => void;
  /** The form is gone once it is done (or once it got such an answer), and stays busy until then; otherwise it can be sent again. */
  leaves?: boolean | ((answer: Answer) => boolean);
  /** Said when the server gives no reason. */
  failed: string;
  /** Said instead when nobody answered: it may have been done. */
  unknown?: string;
  /** Fields that the server calls otherwise, by its name. */
  serverNames?: Record<string, keyof ValuesOf<Shape> & string>;
  /** Fields that a refusal is about, of which the server does not say which is wrong: by its code, with what would do. */
  blames?: Record<string, { [Name in keyof ValuesOf<Shape>]?: FieldCode | undefined }>;
}

/** What its fields need to know of a form. */
export interface Fields {
  id: string;
  form: UseFormReturn<FieldValues, unknown, FieldValues>;
  isRequired: (name: string) => boolean;
  /** Whether any field has to be filled. */
  hasRequired: boolean;
}

/** What its button needs to know besides. */
export interface Submission extends Fields {
  submit: (event: FormEvent) => void;
  /** Sending, or done and about to be left. */
  isBusy: boolean;
  /** Why it could not be sent, or what the server said, unless that is said at a field; null when nothing is in the way. */
  refusal: string | null;
  /** How often it was tried. */
  attempts: number;
  /** The message that says how the last attempt failed; null when none does. */
  saidIn: number | null;
  /** Forgets how the last attempt failed, and takes back its message. What was typed stays. */
  forget: () => void;
}

/** How far the last attempt came. */
type Progress = { state: 'open' | 'sending' | 'left' } | { state: 'refused'; reason: string };

export function useSubmit<Shape extends FormShape, Answer>(sending: Sending<Shape, Answer>): Submission {
  const { shape, start = {}, send, onDone, leaves = false, failed, serverNames = {}, blames = {} } = sending;
  const t = useT();
  const offline = useOffline();
  const fields = useFields({ shape, start });
  const { form } = fields;
  const [progress, setProgress] = useState<Progress>({ state: 'open' });
  // Read and written at once: a second press may come before the first has been rendered.
  const isUnderWay = useRef(false);
  const { mutateAsync } = useMutation({ mutationFn: send });

  const { saidIn, say, leaveToOthers, unsay } = useFailureMessage();
  const attempt = async (values: ValuesOf<Shape>): Promise<Progress> => {
    if (offline) {
      say(t('offline.needsConnection'));
      return { state: 'refused', reason: t('offline.needsConnection') };
    }
    setProgress({ state: 'sending' });
    try {
      const answer = await mutateAsync(values);
      // What was sent is what stands there at first from now on.
      form.reset(form.getValues(), { keepValues: true });
      await onDone(answer);
      return { state: (typeof leaves === 'function' ? leaves(answer) : leaves) ? 'left' : 'open' };
    } catch (error) {
      const isEnded = codeOfRefusal(error) === 'access.notAuthenticated';
      const said = isEnded ? t('auth.sessionEnded') : error instanceof ApiError && error.said;
      const reason = said || (isRefusal(error) ? failed : (sending.unknown ?? failed));
      sending.onFailed?.(values, error);
      const named = fieldsOf(error, serverNames).filter(([name]) => name in shape.shape);
      const stoodIn = document.activeElement;
      mark(form, named.length > 0 ? named : Object.entries(blames[codeOfRefusal(error) ?? ''] ?? {}));
      // Whose session ended is told so, and what they can do.
      if (isEnded) leaveToOthers();
      // The field that got focus is read with what is wrong with it.
      else say(reason, document.activeElement !== stoodIn);
      if (named.length > 0) return { state: 'open' };
      return { state: 'refused', reason };
    }
  };
  const submit = async () => {
    setProgress({ state: 'open' });
    unsay();
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
      // A form in a dialog over this one is not this one.
      event.stopPropagation();
      if (isBusy || isUnderWay.current) return;
      isUnderWay.current = true;
      void submit().finally(() => {
        isUnderWay.current = false;
      });
    },
    isBusy,
    refusal: progress.state === 'refused' ? progress.reason : null,
    attempts: form.formState.submitCount,
    saidIn,
    forget: () => {
      setProgress((last) => (last.state === 'refused' ? { state: 'open' } : last));
      form.clearErrors();
      unsay();
    },
  };
}

/** The fields of a shape, for a form that somebody else sends. */
export function useFields<Shape extends FormShape>({
  shape,
  start = {},
}: Pick<Sending<Shape, unknown>, 'shape' | 'start'>): Fields {
  const id = useId();
  const form = useForm({
    mode: 'onTouched',
    resolver: zodResolver<FieldValues, unknown, FieldValues>(shape, { error: codeOf }),
    defaultValues: withoutNulls(start),
  });
  const isRequired = requiredBy(shape);
  return { id, form, isRequired, hasRequired: Object.keys(shape.shape).some(isRequired) };
}

/** Whether a field may not be left empty, or a box unticked. */
const requiredBy =
  ({ shape }: FormShape) =>
  (name: string): boolean =>
    ![undefined, false].some((nothing) => shape[name]?.safeParse(nothing).success);

/** No message of a form has this id: who else saw the failure says it. */
const OF_OTHERS = 0;

/** The message that says how an attempt failed. */
function useFailureMessage() {
  const t = useT();
  const [saidIn, setSaidIn] = useState<number | null>(null);
  return {
    saidIn,
    say(text: string, isHeard = false) {
      toast({ tone: 'failed', title: t('common.error'), text, isHeard });
      setSaidIn(latestToast());
    },
    leaveToOthers: () => setSaidIn(OF_OTHERS),
    unsay() {
      if (saidIn !== null) dismissToast(saidIn);
      setSaidIn(null);
    },
  };
}

/** A field that was saved empty is as absent as one that nobody filled in. */
const withoutNulls = (start: object): FieldValues =>
  Object.fromEntries(Object.entries(start).filter(([, value]) => value !== null));

/** A field and what is wrong with it; without a code the refusal itself describes it. */
type Mark = readonly [name: string, code: unknown];

function mark(form: Submission['form'], marks: readonly Mark[]): void {
  // Where it is said what would do.
  const first = marks.find(([, code]) => code !== undefined) ?? marks[0];
  for (const each of marks) {
    const [name, code] = each;
    const why = code === undefined ? { type: 'refused' } : { message: String(code) };
    form.setError(name, why, { shouldFocus: each === first });
  }
}

/** What the server found wrong, by field, with the names that those have here. */
function fieldsOf(error: unknown, names: Record<string, string>): Mark[] {
  const details = error instanceof ApiError ? error.details : null;
  const fields = (details as { fields?: unknown } | null | undefined)?.fields;
  const isList = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  return Object.entries(isList ? fields : {}).map(([name, code]) => [names[name] ?? name, code]);
}
