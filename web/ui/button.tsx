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

interface Busy {
  isBusy?: boolean;
  /** Said to who presses it then; what stands on it unless said. */
  why?: string | undefined;
}

/** What is over sooner is not spoken of, in ms. */
const PATIENCE_MS = 1000;

/** While `isBusy`, which is said if it lasts after a press, another press does nothing but say so, and focus stays: a button that is `disabled` would lose it. */
export function Button({
  look,
  size,
  className,
  isBusy = false,
  why,
  onClick,
  ...rest
}: ComponentProps<'button'> & Look & Busy) {
  const pressed = useRef<{ button: Element; text: string; at: number }>(null);
  useEffect(() => {
    const { button, text, at } = pressed.current ?? {};
    pressed.current = null;
    if (!isBusy || !button || at === undefined || Date.now() - at > PATIENCE_MS) return;
    const timer = setTimeout(() => button.textContent !== text && say(button.textContent), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isBusy]);
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    pressed.current = { button: event.currentTarget, text: event.currentTarget.textContent, at: Date.now() };
    onClick?.(event);
  };
  const refuse = (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault();
    say(why ?? event.currentTarget.textContent);
  };
  return (
    <button
      type="button"
      {...rest}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? refuse : press}
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
