/** Buttons and links that look like buttons: one primary per view. */
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { announce } from '#web/kit/access/announce.tsx';
import { Link } from '#web/kit/router/link.tsx';

/** Transparent borders are visible in forced-colours mode. */
const variants = {
  primary: 'border border-transparent bg-brand text-on-brand hover:bg-brand-deep shadow-card',
  secondary: 'bg-surface text-ink border border-line hover:border-edge',
  plain: 'border border-transparent text-brand hover:bg-raised',
  danger: 'border border-alert bg-surface text-alert hover:bg-alert-soft',
} as const;
export type Variant = keyof typeof variants;

const sizes = {
  large: 'min-h-13 px-6 text-base font-semibold',
  medium: 'min-h-11 px-[min(1.25rem,6.25vw)] text-sm font-semibold',
} as const;

interface Style {
  variant?: Variant | undefined;
  size?: keyof typeof sizes | undefined;
}

const style = ({ variant = 'primary', size = 'medium' }: Style, more = '') =>
  `inline-flex items-center justify-center gap-2 rounded-full py-2 text-center leading-tight eased aria-disabled:cursor-default aria-disabled:opacity-55 ${variants[variant]} ${sizes[size]} ${more}`;

interface State {
  /** Its action is under way. */
  isPending?: boolean;
  /** Why it cannot be used now; announced on click. */
  disabledReason?: string | undefined;
}

/** A pending action that takes longer is announced, in ms. */
const ANNOUNCE_AFTER_MS = 1000;

/** While pending or disabled it ignores presses and announces why. It keeps focus, which `disabled` would drop. */
export function Button({
  variant,
  size,
  className,
  isPending = false,
  disabledReason,
  onClick,
  ...rest
}: ComponentProps<'button'> & Style & State) {
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const button = pressed.current;
    pressed.current = null;
    if (!isPending || !button) return;
    const timer = setTimeout(() => announce(button.textContent), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  const isDisabled = isPending || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isDisabled) {
      event.preventDefault();
      announce((!isPending && disabledReason) || event.currentTarget.textContent);
      return;
    }
    pressed.current = event.currentTarget;
    onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isDisabled || undefined}
      aria-busy={isPending || undefined}
      onClick={press}
      className={style({ variant, size }, className)}
    />
  );
}

export function ButtonLink({ variant, size, className, ...rest }: ComponentProps<typeof Link> & Style) {
  return <Link {...rest} className={style({ variant, size }, className)} />;
}

/** A link to another site, a map or a phone number. */
export function OutLink({ variant = 'secondary', className, ...rest }: ComponentProps<'a'> & Pick<Style, 'variant'>) {
  return <a target="_blank" rel="noopener noreferrer" {...rest} className={style({ variant }, className)} />;
}

interface Named {
  label: string;
  /** The name, where a part of it is in another language. */
  said?: ReactNode;
}

/** A round control with an icon; `label` is its name and its tooltip. */
export function IconButton({ label, said, className = '', children, ...rest }: ComponentProps<'button'> & Named) {
  return (
    <button
      type="button"
      aria-label={said ? undefined : label}
      data-tooltip={label}
      {...rest}
      className={`${iconStyle} ${className}`}
    >
      {children}
      {said && <span className="sr-only">{said}</span>}
    </button>
  );
}

export function IconLink({ label, className = '', ...rest }: ComponentProps<typeof Link> & { label: string }) {
  return <Link aria-label={label} data-tooltip={label} {...rest} className={`${iconStyle} ${className}`} />;
}

const iconStyle = 'grid size-[44px] shrink-0 place-items-center rounded-full text-ink eased hover:bg-raised';
