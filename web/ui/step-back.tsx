import { Link } from '#web/kit/router/link.tsx';
import { ArrowLeft } from './more-icons.ts';

/** The way back, at the head of a page. */
export function StepBack({
  text,
  ...link
}: { text: string } & Omit<Parameters<typeof Link>[0], 'className' | 'children'>) {
  return (
    <Link {...link} className="inline-flex min-h-11 w-fit items-center gap-2 font-semibold text-brand hover:underline">
      <ArrowLeft size={20} className="shrink-0" />
      {text}
    </Link>
  );
}
