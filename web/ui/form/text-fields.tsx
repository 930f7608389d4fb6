/** Fields that are typed, and the frame around every field. */
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { readLek } from '#core/domain/read-lek.ts';
import { formatAmount } from '#core/i18n/format.ts';
import { announce } from '#web/kit/access/announce.tsx';
import { type FieldWords, useFormContext, useTypedField } from '#web/kit/forms/form.ts';
import { useT } from '#web/kit/i18n/i18n.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { Eye } from '#web/ui/icons.ts';
import { EyeOff } from '#web/ui/more-icons.ts';

interface FrameProps {
  id: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  required: boolean;
  /** While typing, in the place of the error, which is kept free for it; the hint is above then. */
  advice?: string | undefined;
  /** At the end of the label's line. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Label above a control, error and hint below. */
export function FieldFrame({ id, label, required, aside, advice, children, ...below }: FrameProps) {
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline gap-1 text-sm font-semibold">
        <label htmlFor={id}>{label}</label>
        {required && <RequiredMark />}
        {aside && <span className="ml-auto font-normal text-muted">{aside}</span>}
      </div>
      {advice !== undefined && <BelowField id={id} hint={below.hint} />}
      {children}
      {advice === undefined ? (
        <BelowField id={id} {...below} />
      ) : (
        <div id={`${id}-advice`} className="min-h-5 text-sm text-muted">
          {below.error ? <BelowField id={id} error={below.error} /> : advice}
        </div>
      )}
    </div>
  );
}

/** Visual only: the control has `aria-required`. */
export const RequiredMark = () => (
  <span aria-hidden="true" className="text-alert">
    *
  </span>
);

/** The hint stays beside an error, because it says what is valid. */
export function BelowField({ id, hint, error }: { id: string; hint?: string | undefined; error?: string | undefined }) {
  return (
    <>
      {error && (
        <p id={`${id}-error`} data-keep-clear="" className="text-sm font-semibold text-alert">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  );
}

/** 16 px, so that phones do not zoom. */
export const boxStyle = 'w-full rounded-2xl border border-edge bg-surface px-4 text-base aria-invalid:border-alert';

export interface TextFieldProps extends FieldWords, Omit<ComponentProps<'input'>, 'name'> {
  name: string;
  /** Parses the typed text. */
  read?: (typed: string) => unknown;
  advice?: string | undefined;
  /** A control or a unit at the end of the field. */
  children?: ReactNode;
}

export function TextField({
  name,
  label,
  hint,
  wrong,
  read,
  advice,
  children,
  className = '',
  ...input
}: TextFieldProps) {
  const { frame, control } = useTypedField(name, { label, hint, wrong }, read);
  const described =
    advice && !frame.error ? `${frame.id}-advice ${control['aria-describedby'] ?? ''}` : control['aria-describedby'];
  return (
    <FieldFrame {...frame} advice={advice}>
      <div className="relative">
        <input
          {...input}
          {...control}
          aria-describedby={described}
          className={`h-13 ${boxStyle} ${children ? 'pr-14' : ''} ${className}`}
        />
        {children && <div className="absolute inset-y-0 right-1 flex items-center">{children}</div>}
      </div>
    </FieldFrame>
  );
}

/** Not trimmed: spaces are part of a password. */
const readPassword = (typed: string) => typed || undefined;

/** A password with a button that reveals it. */
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

/** A phone number, sent as typed: the server normalizes it. */
export function PhoneField(field: FieldWords & { name: string }) {
  return <TextField {...field} type="tel" autoComplete="tel" placeholder="+355 69 123 4567" />;
}

/** Lek with at most two decimals, in the format of the language. Not a number input: those accept no decimal comma. */
export function PriceField(field: FieldWords & { name: string; placeholder?: string }) {
  const t = useT();
  const { form } = useFormContext();
  const { language } = t;
  const { name } = field;
  useLayoutEffect(() => {
    const lek: unknown = form.getValues(name);
    if (Number.isFinite(lek)) form.setValue(name, formatAmount(lek as number, language));
  }, [form, name, language]);
  return (
    <TextField {...field} inputMode="decimal" autoComplete="off" read={readLek} className="numerals">
      <span aria-hidden="true" className="pr-3 text-muted">
        {t('form.lek')}
      </span>
    </TextField>
  );
}

interface CodeProps extends Pick<TextFieldProps, 'label' | 'hint'> {
  kind: 'app' | 'recovery' | 'either';
}

/** A one-time code of an authenticator app, with autofill, or a recovery code. */
export function CodeField({ kind, ...field }: CodeProps) {
  const t = useT();
  const isRecovery = kind !== 'app';
  return (
    <TextField
      {...field}
      name="code"
      wrong={kind === 'app' ? {} : { wrongCode: t(`validation.wrongCode.${kind}`) }}
      autoComplete={isRecovery ? 'off' : 'one-time-code'}
      inputMode={isRecovery ? 'text' : 'numeric'}
      autoCapitalize={isRecovery ? 'characters' : 'none'}
      autoCorrect="off"
      spellCheck={false}
      className="tracking-[0.15em]"
    />
  );
}

interface TextAreaProps extends FieldWords, Omit<ComponentProps<'textarea'>, 'name'> {
  name: string;
  /** Characters are counted beside the label. */
  maxLength: number;
}

/** The numbers of characters left that are announced. */
const ANNOUNCED = [50, 20, 0];

export function TextArea({ name, label, hint, maxLength, className = '', ...area }: TextAreaProps) {
  const { frame, control } = useTypedField(name, { label, hint });
  return (
    <FieldFrame {...frame} aside={<Counter name={name} maxLength={maxLength} />}>
      <textarea rows={4} {...area} {...control} maxLength={maxLength} className={`py-3 ${boxStyle} ${className}`} />
    </FieldFrame>
  );
}

function Counter({ name, maxLength }: { name: string; maxLength: number }) {
  const t = useT();
  const typed = String(useWatch({ control: useFormContext().form.control, name }) ?? '').length;
  const left = maxLength - typed;
  const [announced, setAnnounced] = useState<number | null>(null);
  const reached = ANNOUNCED.findLast((count) => left <= count) ?? null;
  if (reached !== announced) setAnnounced(reached);
  const announceLeft = useEffectEvent(() =>
    announce(left > 0 ? t.count('form.left', left) : t('form.full'), { about: 'form.left' }),
  );
  useEffect(() => {
    if (announced !== null) announceLeft();
  }, [announced]);
  return (
    <span aria-hidden="true" className="numerals">
      {typed} / {maxLength}
    </span>
  );
}
