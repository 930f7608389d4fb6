/** Asks before something is done, with an optional text. What was typed stays when it fails; closing asks first. */
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import { cleaned } from '#core/contract/clean-text.ts';
import { errorCode } from '#core/contract/field-errors.ts';
import { useSubmit } from '#web/kit/forms/form.ts';
import type { Variant } from './button.tsx';
import { Form } from './form/form.tsx';
import { FormDialog } from './form/form-dialog.tsx';
import { TextArea } from './form/text-fields.tsx';

interface Notes {
  label: string;
  hint?: string;
  minLength?: number;
  maxLength: number;
  isRequired?: boolean;
  start?: string;
}

interface Props<Answer> {
  title: string;
  /** Label of the button, and while it is being done. */
  action: string;
  pending: string;
  variant?: Extract<Variant, 'danger'>;
  /** A text to go with it; none by default. */
  notes?: Notes;
  /** Title of the toast about a failure; its text is the server's reason. */
  failed: string;
  send: (notes: string | undefined) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
  /** What will happen. */
  children?: ReactNode;
}

/** Needs the message area `forms`. */
export function ConfirmDialog<Answer>({ title, onClose, ...rest }: Props<Answer>) {
  return (
    <FormDialog title={title} onClose={onClose}>
      <Confirmation {...rest} />
    </FormDialog>
  );
}

function shapeOf({ minLength = 1, maxLength, isRequired }: Notes) {
  const text = z
    .string()
    .check(cleaned(), z.minLength(minLength, errorCode('tooShort')), z.maxLength(maxLength, errorCode('tooLong')));
  return isRequired ? z.object({ notes: text }) : z.object({ notes: z.optional(text) });
}

type ConfirmationProps<Answer> = Omit<Props<Answer>, 'title' | 'onClose'>;

/** The same within a `FormDialog`. */
export function Confirmation<Answer>({ notes, failed, send, onDone, children, ...form }: ConfirmationProps<Answer>) {
  const [shape] = useState(() => (notes ? shapeOf(notes) : z.object({ notes: z.optional(z.string()) })));
  const submission = useSubmit({
    shape,
    start: { notes: notes?.start },
    send: (values) => send(values.notes),
    onDone,
    leaves: true,
    failed,
    failedTitle: failed,
  });
  return (
    <Form submission={submission} hasCancel isTold={children !== undefined} {...form}>
      {children}
      {notes && <TextArea name="notes" rows={3} label={notes.label} hint={notes.hint} maxLength={notes.maxLength} />}
    </Form>
  );
}
