/** Buttons and links that look like buttons: one primary per view, the rest quiet. */
import { type ComponentProps, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link } from '#web/kit/link.tsx';
import { say } from '#web/kit/voice.tsx';

/** An edge that nobody sees is one where the device has colours of its own. */
const looks = {
  primary: 'border border-transparent bg-brand text-on-brand hover:bg-brand-deep shadow-card',
  quiet: 'bg-surface text-ink border border-line hover:border-edge',
  plain: 'border border-transparent text-brand hover:bg-raised',
  danger: 'border border-alert bg-surface text-alert hover:bg-alert-soft',
} as const;

const sizes = {
  large: 'min-h-13 px-6 text-base font-semibold',
  medium: 'min-h-11 px-[min(1.25rem,6.25vw)] text-sm font-semibold',
} as const;

interface Look {
  look?: keyof typeof looks;
  size?: keyof typeof sizes;
}

const style = ({ look = 'primary', size = 'medium' }: Look, more = '') =>
  `inline-flex items-center justify-center gap-2 rounded-full py-2 text-center leading-tight eased aria-disabled:cursor-default aria-disabled:opacity-55 ${looks[look]} ${sizes[size]} ${more}`;

interface State {
  /** Its action is under way. */
  isPending?: boolean;
  /** Why it cannot be used now; announced to whoever presses it. */
  disabledReason?: string | undefined;
}

/** A pending action that takes longer is announced, in ms. */
const ANNOUNCE_AFTER_MS = 1000;

/** While pending or disabled it ignores presses and announces why. It keeps focus, which `disabled` would drop. */
export function Button({
  look,
  size,
  className,
  isPending = false,
  disabledReason,
  onClick,
  ...rest
}: ComponentProps<'button'> & Look & State) {
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const button = pressed.current;
    pressed.current = null;
    if (!isPending || !button) return;
    const timer = setTimeout(() => say(button.textContent), ANNOUNCE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPending]);
  const isDisabled = isPending || disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (isDisabled) {
      event.preventDefault();
      say((!isPending && disabledReason) || event.currentTarget.textContent);
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
      className={style({ ...(look && { look }), ...(size && { size }) }, className)}
    />
  );
}

export function ButtonLink({ look, size, className, ...rest }: ComponentProps<typeof Link> & Look) {
  return <Link {...rest} className={style({ ...(look && { look }), ...(size && { size }) }, className)} />;
}

/** Leads out of the shop: to a map, a telephone, a page of somebody else. */
export function OutLink({ look = 'quiet', className, ...rest }: ComponentProps<'a'> & Pick<Look, 'look'>) {
  return <a target="_blank" rel="noopener noreferrer" {...rest} className={style({ look }, className)} />;
}

interface Named {
  label: string;
  /** The same, where a part of it is in another language. */
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
