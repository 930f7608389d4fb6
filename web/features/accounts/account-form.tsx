import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError } from '#core/contract/call.ts';
import { useT } from '#web/kit/i18n.tsx';
import { useOffline } from '#web/kit/online.ts';
import { toast } from '#web/kit/toasts.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Eye, EyeOff } from '#web/ui/icons.tsx';
import type { Credentials } from './use-sign-in.ts';

const MIN_PASSWORD = 8;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

interface Send {
  mutate: (credentials: Credentials, options: { onError: (error: Error) => void }) => void;
  isPending: boolean;
  isSuccess: boolean;
}

interface Fields extends Credentials {
  accepts: boolean;
}

/** Sign in or create an account; what was typed stays after every failure. */
export function AccountForm({ registering, send }: { registering: boolean; send: Send }) {
  const t = useT();
  const offline = useOffline();
  const [visible, setVisible] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm<Fields>({
    mode: 'onTouched',
    defaultValues: { email: '', password: '', rememberMe: true, accepts: false },
  });
  const { errors } = formState;
  const busy = send.isPending || send.isSuccess;
  const fail = (text: string) => {
    setRefusal(text);
    toast({ tone: 'failed', title: t('common.error'), text });
  };
  const submit = handleSubmit((fields) => {
    setRefusal(null);
    if (offline) return fail(t('offline.needsConnection'));
    send.mutate(fields, {
      onError: (error) =>
        fail(
          (error instanceof ApiError && error.said) || t(registering ? 'auth.registrationFailed' : 'auth.loginFailed'),
        ),
    });
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4 rounded-card bg-surface p-5 shadow-card sm:p-7">
      <Field
        id="email"
        label={t('login.email')}
        type="email"
        inputMode="email"
        autoComplete={registering ? 'email' : 'username'}
        placeholder={t('login.email.placeholder')}
        error={errors.email?.message}
        {...register('email', { validate: (value) => EMAIL.test(value.trim()) || t('validation.email') })}
      />
      <Field
        id="password"
        label={t('login.password')}
        type={visible ? 'text' : 'password'}
        autoComplete={registering ? 'new-password' : 'current-password'}
        hint={registering ? t('register.passwordHint', { count: MIN_PASSWORD }) : undefined}
        error={errors.password?.message}
        {...register('password', {
          required: t('validation.passwordRequired'),
          ...(registering && {
            minLength: { value: MIN_PASSWORD, message: t('register.passwordHint', { count: MIN_PASSWORD }) },
          }),
        })}
      >
        <IconButton
          label={visible ? t('login.hidePassword') : t('login.showPassword')}
          onClick={() => setVisible(!visible)}
        >
          {visible ? <EyeOff size={20} /> : <Eye size={20} />}
        </IconButton>
      </Field>
      {registering ? (
        <Tick
          id="accepts"
          label={t('register.accept')}
          error={errors.accepts?.message}
          {...register('accepts', { validate: (value) => value || t('register.acceptRequired') })}
        />
      ) : (
        <Tick id="rememberMe" label={t('login.remember')} hint={t('login.remember.hint')} {...register('rememberMe')} />
      )}
      {refusal && (
        <p role="alert" className="rounded-2xl bg-alert-soft p-4 text-sm font-semibold text-alert">
          {refusal}
        </p>
      )}
      <Button type="submit" size="large" aria-disabled={busy} onClick={(event) => busy && event.preventDefault()}>
        {busy ? t('login.pending') : registering ? t('register.action') : t('login.action')}
      </Button>
    </form>
  );
}

type TickProps = React.ComponentProps<'input'> & {
  id: string;
  label: string;
  hint?: string;
  error?: string | undefined;
};

function Tick({ id, label, hint, error, ...input }: TickProps) {
  return (
    <div>
      <label htmlFor={id} className="flex min-h-11 items-center gap-3 text-sm">
        <input
          id={id}
          type="checkbox"
          {...input}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          className="size-6 shrink-0 accent-brand"
        />
        <span>
          {label}
          {hint && <span className="block text-quiet">{hint}</span>}
        </span>
      </label>
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm font-semibold text-alert">
          {error}
        </p>
      )}
    </div>
  );
}
