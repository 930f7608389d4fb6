import { useT } from '#web/kit/i18n.tsx';
import { Link } from '#web/kit/link.tsx';
import { ArrowLeft } from '#web/ui/icons.tsx';

/** From a way to pay back to their choice. */
export function BackToMethods() {
  const t = useT();
  return <StepBack to="/checkout" text={t('checkout.back')} />;
}

export function StepBack({ to, text }: { to: string; text: string }) {
  return (
    <Link to={to} className="inline-flex min-h-11 w-fit items-center gap-2 font-semibold text-brand hover:underline">
      <ArrowLeft size={20} className="shrink-0" />
      {text}
    </Link>
  );
}
